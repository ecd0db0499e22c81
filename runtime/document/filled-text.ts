import type { Computed, Scope } from '../expression'
import { isRecord } from '../json'
import type { Text, Translator } from '../text'

/**
 * A text with its `${…}` places filled, in the person's language; `{ text, with }` fills the `{name}` places of a locale
 * entry, whose words may follow a number: `{count|row|rows}`.
 */
export function filledText(translator: Pick<Translator, 'text'>, text: Computed<Text>, scope: Scope): string {
  const filled: unknown = text.evaluate(scope)
  if (isRecord(filled) && 'text' in filled && isRecord(filled['with']))
    return translator.text(filled['text'] as Text, filled['with'])
  return translator.text(
    typeof filled === 'object' && filled !== null ? (filled as Text) : String(filled ?? ''),
  )
}
