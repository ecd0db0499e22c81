import { compileExpression } from './engine'
import { ExpressionError, type Reference } from './expression'
import { type Token, tokenize } from './tokens'

/**
 * A source in which names are called otherwise; all else of it keeps its bytes. `rename` is given what is read, part by part
 * (`["items", "amount"]`), and answers the new parts; undefined: it stays. A source that is no expression yet is renamed as
 * far as it can be cut into tokens.
 */
export function renamedNames(
  source: string,
  rename: (parts: readonly string[]) => readonly string[] | undefined,
): string {
  const changes = new Map<number, readonly [before: string, after: string]>()
  for (const { path, offsets } of referencesIn(source)) {
    const parts = path.split('.')
    const next = parts.length === offsets.length ? rename(parts) : undefined
    for (const [index, before] of parts.entries()) {
      const [offset, after] = [offsets[index], next?.[index]]
      if (offset === undefined || after === undefined || after === before) continue
      if (source.startsWith(before, offset)) changes.set(offset, [before, after])
    }
  }
  return [...changes]
    .toSorted(([one], [other]) => other - one)
    .reduce(
      (text, [offset, [before, after]]) => text.slice(0, offset) + after + text.slice(offset + before.length),
      source,
    )
}

function referencesIn(source: string): readonly Reference[] {
  try {
    return compileExpression(source).references ?? []
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return chainsIn(source)
  }
}

/** Names with their members in what is no expression yet. */
function chainsIn(source: string): readonly Reference[] {
  let tokens: readonly Token[]
  try {
    tokens = tokenize(source)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return []
  }
  const isDot = (index: number) => tokens[index]?.kind === 'operator' && tokens[index].text === '.'
  return tokens.flatMap((token, index): readonly Reference[] => {
    if (token.kind !== 'name' || isDot(index - 1)) return []
    const chain = [token]
    for (let at = index + 1; isDot(at) && tokens[at + 1]?.kind === 'name'; at += 2)
      chain.push(tokens[at + 1] ?? token)
    const path = chain.map(({ text }) => text).join('.')
    return [{ path, offsets: chain.map(({ offset }) => offset) }]
  })
}
