import type { Node } from '@tiptap/pm/model'
import { readPlace } from './place'
import { placeWords } from './place-words'
import type { PlaceStorage } from './schema/place-node'

/** A place that is gone or malformed. */
export interface PlaceProblem {
  /** Names the place until the template changes. */
  readonly id: string
  /** The place as it is shown. */
  readonly text: string
  /** What is wrong with it. */
  readonly title: string
}

/** What is wrong with the places of a document, in their order; conditions need both of their marks. */
export function problemsIn(
  doc: Node,
  { fields, text }: Pick<PlaceStorage, 'fields' | 'text'>,
): readonly PlaceProblem[] {
  const found: { readonly at: number; readonly label: string; readonly title: string }[] = []
  const open: { readonly at: number; readonly label: string }[] = []
  doc.descendants((node, at) => {
    if (node.type.name !== 'place') return
    const expression = node.attrs['expression'] as string
    const { label, problem } = placeWords(expression, fields, text)
    if (problem !== null) found.push({ at, label, title: problem })
    const { kind } = readPlace(expression)
    if (kind === 'if') open.push({ at, label })
    if (kind === 'end' && open.pop() === undefined)
      found.push({ at, label, title: text('@printEditor.strayEnd') })
  })
  for (const one of open) found.push({ ...one, title: text('@printEditor.unclosed') })
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ at, label, title }) => ({ id: String(at), text: label, title }))
}
