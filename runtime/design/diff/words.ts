import type { Translator } from '../../text'
import type { Change, Said } from './change'

/** A change as people read it, in the translator's language. */
export function changeWords({ text, params }: Change, translator: Pick<Translator, 'text'>): string {
  return said({ text, with: params }, translator)
}

function said(what: Said, translator: Pick<Translator, 'text'>): string {
  if (typeof what === 'string') return translator.text(what)
  if (typeof what === 'number') return String(what)
  if ('text' in what) {
    const filled = Object.entries(what.with).map(([name, value]) => [name, said(value, translator)])
    return translator.text(what.text, Object.fromEntries(filled))
  }
  return what.map((one) => said(one, translator)).join(translator.text('@diff.separator'))
}
