import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { roundDecimal, sumDecimal } from './decimal'
import { functionCatalogue } from './functions/catalogue'
import { compileExpression, ExpressionError, type Scope } from './index'

const names = fc.constantFrom(
  'a',
  'b',
  'items',
  '单价',
  'constructor',
  '__proto__',
  'toString',
  'prototype',
  'now',
  'user',
)
const literals = fc.constantFrom(
  '0',
  '1',
  '2.5',
  '-3',
  "'x'",
  "'2026-01-31'",
  "'constructor'",
  'null',
  'true',
  '[]',
)
const operators = fc.constantFrom(
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  '==',
  '!=',
  '<',
  '>=',
  'and',
  'or',
  'in',
  '&',
  '&&',
)
const members = fc.constantFrom('amount', 'constructor', '__proto__', 'length', '名', 'hasOwnProperty')
const calls = fc.constantFrom(...functionCatalogue.flatMap(({ name, aliases }) => [name, ...aliases]))

const overLists = fc.constantFrom('MAP', 'FILTER', 'FIND', 'SORT', 'UNIQUE')

/** Sources that parse, of every construct. */
const { source: sources } = fc.letrec<{ source: string }>((tie) => {
  const part = tie('source')
  return {
    source: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      names,
      literals,
      fc.tuple(part, operators, part).map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      fc.tuple(part, members).map(([owner, member]) => `(${owner}).${member}`),
      fc.tuple(part, part).map(([owner, key]) => `(${owner})[${key}]`),
      fc
        .tuple(part, part, part)
        .map(([condition, then, otherwise]) => `(${condition} ? ${then} : ${otherwise})`),
      fc.tuple(fc.constantFrom('not ', '!', '-'), part).map(([sign, value]) => `${sign}(${value})`),
      fc
        .tuple(calls, fc.array(part, { maxLength: 4 }))
        .map(([call, values]) => `${call}(${values.join(', ')})`),
      fc.array(part, { maxLength: 3 }).map((values) => `[${values.join(', ')}]`),
      fc.tuple(members, part).map(([key, value]) => `{ ${key}: ${value} }`),
      fc
        .tuple(overLists, part, names, members, part)
        .map(([call, list, name, key, body]) => `${call}(${list}, ${name} => [${name}.${key}, ${body}])`),
    ),
  }
})

const values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    0,
    1,
    2.5,
    -1,
    '',
    'x',
    '12',
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
  fc.double(),
  fc.string({ maxLength: 6 }),
  fc.constant([{ amount: 1, 名: 'x' }, { amount: '2' }, null]),
  fc.constant({ amount: 3, constructor: 'mine' }),
)
const records = fc.record({ a: values, b: values, items: values, 单价: values, now: values, user: values })

function scopeOver(record: Readonly<Record<string, unknown>>, requested: Set<string>): Scope {
  return {
    get(name) {
      requested.add(name)
      return Object.hasOwn(record, name) ? record[name] : undefined
    },
  }
}

/** Everything reachable from a value, to see whether a built-in leaked out of it. */
function leaks(value: unknown): boolean {
  if (typeof value === 'function') return true
  if (typeof value !== 'object' || value === null) return false
  if ([Object.prototype, Array.prototype, Function.prototype, String.prototype].includes(value as never))
    return true
  return Object.values(value).some(leaks)
}

function tryCompile(source: string) {
  try {
    return compileExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

vi.setConfig({ testTimeout: 30_000 })

const AMBIENT = new Set(['now', 'user', 'timeZone'])

describe('every expression', () => {
  it('evaluates without an exception, to no built-in, asking only for what it depends on', () => {
    fc.assert(
      fc.property(sources, records, (source, record) => {
        const expression = tryCompile(source)
        if (!expression) return
        const requested = new Set<string>()
        const value = expression.evaluate(scopeOver(record, requested))
        expect(value).not.toBeUndefined()
        expect(leaks(value)).toBe(false)
        if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
        const roots = new Set(expression.dependencies.map((path) => path.split('.')[0]))
        expect([...requested].filter((name) => !AMBIENT.has(name) && !roots.has(name))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('depends on all that can change its value', () => {
    fc.assert(
      fc.property(sources, records, records, (source, before, after) => {
        const expression = tryCompile(source)
        if (!expression) return
        const roots = new Set(expression.dependencies.map((path) => path.split('.')[0]))
        const kept = Object.fromEntries(
          Object.entries(after).map(([name, value]) => [
            name,
            roots.has(name) || AMBIENT.has(name) ? before[name as keyof typeof before] : value,
          ]),
        )
        const first = expression.evaluate(scopeOver(before, new Set()))
        expect(expression.evaluate(scopeOver(kept, new Set()))).toEqual(first)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is refused, if at all, with an ExpressionError, whatever was typed', () => {
    const scraps = fc.array(
      fc.oneof(
        fc.constantFrom(
          '(',
          ')',
          '[',
          ']',
          ',',
          '.',
          '?',
          ':',
          '!',
          '=',
          "'",
          '"',
          '\\',
          ' ',
          'not',
          'in',
          '${',
          '}',
          '{',
          '=>',
          'MAP(',
        ),
        operators,
        names,
        literals,
        fc.string({ maxLength: 3, unit: 'binary' }),
      ),
      { maxLength: 14 },
    )
    fc.assert(
      fc.property(scraps, (parts) => {
        const value = tryCompile(parts.join(''))?.evaluate({ get: () => undefined })
        expect(leaks(value)).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })
})

/** Decimals as people type them: up to nine digits before and six after the point. */
const decimals = fc
  .tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => Number(new Decimal(digits).div(new Decimal(10).pow(places)).toString()))

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
const run = (source: string, a: number, b: number) =>
  compileExpression(source).evaluate({ get: (name) => (name === 'a' ? a : b) })

describe('arithmetic and decimal.js', () => {
  it('agree on sums, differences, products and quotients', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [x, y] = [new Exact(a), new Exact(b)]
        expect(run('a + b', a, b)).toBe(x.plus(y).toNumber() + 0)
        expect(run('a - b', a, b)).toBe(x.minus(y).toNumber() + 0)
        expect(run('a * b', a, b)).toBe(x.times(y).toNumber() + 0)
        if (b !== 0) expect(run('a / b', a, b)).toBe(x.dividedBy(y).toNumber() + 0)
        if (b !== 0) expect(run('a % b', a, b)).toBe(x.modulo(y).toNumber() + 0)
      }),
      { numRuns: 2_000 },
    )
  })

  it('agree on rounding', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 5 }), (value, places) => {
        expect(roundDecimal(value, places)).toBe(new Exact(value).toDecimalPlaces(places).toNumber() + 0)
      }),
    )
  })

  it('agree on the sum of a column', () => {
    fc.assert(
      fc.property(fc.array(decimals, { maxLength: 50 }), (column) => {
        const exact = column.reduce((sum, value) => sum.plus(value), new Exact(0))
        expect(sumDecimal(column)).toBe(exact.toNumber() + 0)
      }),
    )
  })
})
