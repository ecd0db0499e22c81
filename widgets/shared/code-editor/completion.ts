import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import { type FunctionEntry, functionCatalogue } from '@runtime/expression/functions/catalogue'
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

/** A name that is offered; `hint` says what else there is to know of it beside what people call it. */
export interface OfferedName extends PlaceName {
  readonly hint?: string
}

/** The functions of the library, each with what it does and an example, and the names that are given: found by both their words. */
export function expressionCompletions(
  names: readonly OfferedName[],
  { text }: Pick<Translator, 'text'>,
): CompletionSource {
  const offered = [
    ...names.map((one) => nameOption(one, text)),
    ...functionCatalogue.map((entry) => ({ option: functionOption(entry, text), words: [entry.name] })),
  ]
  return ({ state, pos, explicit }) => {
    const line = state.doc.lineAt(pos)
    const written = nameAtEnd(line.text.slice(0, pos - line.from))
    if (written === '' && !explicit) return null
    const options = offeredFor(offered, written)
    // What is sought are two words of each: the editor itself looks at one.
    return { from: pos - written.length, options, filter: false }
  }
}

/** Something that is offered, and the words by which it is found. */
export interface Offered {
  readonly option: Completion
  readonly words: readonly string[]
}

/** What of all that is offered fits what is written, the nearest first. */
export function offeredFor(offered: readonly Offered[], written: string): readonly Completion[] {
  const sought = written.toLowerCase()
  return offered
    .flatMap(({ option, words }) => {
      const rank = rankOf(sought, words)
      return rank === undefined ? [] : [{ option, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ option }) => option)
}

/** How near what is written is to words: it begins one, stands in one, has its letters in their order; undefined: none. */
function rankOf(sought: string, words: readonly string[]): number | undefined {
  const ranks = words.map((word) => {
    const place = word.toLowerCase().indexOf(sought)
    if (place >= 0) return place === 0 ? 0 : 1
    let at = 0
    for (const letter of word.toLowerCase()) if (letter === sought.charAt(at)) at += 1
    return at === sought.length && word.charAt(0).toLowerCase() === sought.charAt(0) ? 2 : 3
  })
  const best = Math.min(...ranks)
  return best === 3 ? undefined : best
}

/** A name by what it is and by what people call it. */
export function nameOption({ name, label, hint }: OfferedName, text: Translator['text']): Offered {
  const called = label === undefined ? '' : text(label)
  const detail = [called, hint ?? ''].filter((one) => one !== '').join(' · ')
  const option: Completion = { label: name, type: 'variable', ...(detail !== '' && { detail }) }
  return { option, words: called === '' ? [name] : [name, called] }
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
