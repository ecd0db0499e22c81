import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { STATEMENT_PARAMETERS } from '../limits'
import { inParts } from './batches'

describe('rows in parts', () => {
  it('are all there, in their order, and none has more parameters than a statement', () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }))
    const parts = [...inParts(rows)]
    expect(parts.flat()).toEqual(rows)
    for (const part of parts) expect(part.length * 7).toBeLessThanOrEqual(STATEMENT_PARAMETERS)
  })

  it('are counted by the widest row, and there is none of nothing', () => {
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`c${at}`, at]))
    expect(Math.max(...[...inParts([{}, ...Array(1000).fill(wide)])].map((part) => part.length))).toBe(320)
    expect([...inParts([])]).toEqual([])
  })
})

/** One row is written as `{…}` or `row`; of several, each statement takes a `part` of `inParts`. */
const VALUES = /(?<!Object)\.values\((?!\s*\{|row\)|part(?: as never)?\)|\))[^\n]*/
/** A list whose length the code itself fixes: literals, a constant, or what another query answers. */
const LIST =
  /(?<!: )'(?:not )?in',(?!\s*(?:'|\[\s*'[^\]]*\]|[A-Z][A-Z_]*\)|kinds\)|spare\)|\(\w+\) =>|where\b))[^\n]*(?:\n[^\n]*)?/

describe('what the server writes and asks for', () => {
  const root = join(import.meta.dirname, '../..')
  const files = ['server', 'simulator'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/spec/.test(name))
      .map((name) => join(folder, name)),
  )
  const linesWith = (pattern: RegExp) =>
    files.flatMap((file) => {
      const found = pattern.exec(readFileSync(join(root, file), 'utf8'))
      return found ? [`${file}: ${found[0].trim()}…`] : []
    })

  it('is in parts wherever it is more than one row', () => {
    expect(linesWith(VALUES)).toEqual([])
  })

  it('names a list of ids as one parameter (`isAnyOf`)', () => {
    expect(linesWith(LIST)).toEqual([])
  })
})
