import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import { type FunctionEntry, functionCatalogue } from '@runtime/expression'
import type { Translator } from '@runtime/text'
import type { PlaceName } from '@runtime/widget/places'

const PART = /[\p{L}\p{N}_.]/u

/** The name that is being written at the end of a text, also in Chinese; empty: none. */
function nameAtEnd(text: string): string {
  let from = text.length
  while (from > 0 && PART.test(text.charAt(from - 1))) from--
  const name = text.slice(from)
  return /^[\p{N}.]/u.test(name) ? '' : name
}

/** The functions of the library, each with what it does and an example, and the names that are given. */
export function expressionCompletions(
  names: readonly PlaceName[],
  { text }: Pick<Translator, 'text'>,
): CompletionSource {
  const options: readonly Completion[] = [
    ...names.map(({ name, label }) => ({
      label: name,
      type: 'variable',
      ...(label !== undefined && { detail: text(label) }),
      boost: 1,
    })),
    ...functionCatalogue.map((entry) => functionOption(entry, text)),
  ]
  return ({ state, pos, explicit }) => {
    const line = state.doc.lineAt(pos)
    const written = nameAtEnd(line.text.slice(0, pos - line.from))
    if (written === '' && !explicit) return null
    return { from: pos - written.length, options, validFor: /^[\p{L}_][\p{L}\p{N}_.]*$/u }
  }
}

function functionOption(entry: FunctionEntry, text: Translator['text']): Completion {
  const { name, signature, description, example } = entry
  return {
    label: name,
    detail: signature.slice(name.length),
    type: 'function',
    info: () => informationOf(text(description), example.source, example.value),
    apply(view, completion, from, to) {
      const insert = `${completion.label}()`
      // Before a bracket that stands already the name alone is put in.
      const isCalled = view.state.sliceDoc(to, to + 1) === '('
      view.dispatch({
        changes: { from, to, insert: isCalled ? completion.label : insert },
        selection: { anchor: from + completion.label.length + 1 },
        userEvent: 'input.complete',
      })
    },
  }
}

function informationOf(description: string, source: string, value: unknown): Node {
  const place = document.createElement('div')
  place.append(description)
  if (source !== '') {
    const example = document.createElement('span')
    example.className = 'loam-code-example'
    example.append(`${source} → ${JSON.stringify(value)}`)
    place.append(example)
  }
  return place
}
