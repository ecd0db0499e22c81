import { testHost } from '@tests/fixtures/form-kit'
import { catalogue } from '@widgets/definitions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRecord } from '../../json'
import { whole } from '../../pieces'
import { compileForm, createStoredJudge, evaluateRecord } from '../index'
import type { FormPlan, FormRecord } from '../plan'

const compile = (fields: readonly object[]) => compileForm({ fields }, { id: 'f', catalogue })
const misfit = () => 'misfit'
const judgeOf = (plan: FormPlan, refitted: readonly string[] = []) => {
  const judging = { judged: new Set([...plan.fields.keys(), '']), refitted: new Set(refitted), misfit }
  const judge = createStoredJudge(plan, testHost(), judging)
  return (record: FormRecord) => whole(judge(record))
}

/** A field of every widget that holds a value, once by itself and once as a column; every third is required. */
const widgets = catalogue
  .all()
  .filter(({ kind, key }) => kind === 'field' && catalogue.get(key)?.derived === undefined)
const fieldOf = (key: string, index: number) => ({
  ...catalogue.get(key)?.example?.field,
  ...{ name: key.replaceAll('-', '_'), widget: key, required: index % 3 === 0 },
})
const every = compile([
  ...widgets.map(({ key }, index) => fieldOf(key, index)),
  {
    ...{ name: 'items', widget: 'sub-table' },
    columns: widgets
      .filter(({ notInTable }) => notInTable !== true)
      .map(({ key }, index) => fieldOf(key, index)),
  },
])

/** What forms write, and what nobody should have. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    null,
    'a',
    '12',
    '-3.5',
    '2026-11-28',
    '10:20',
    '[]',
    '{"a":1}',
    '#fff',
    '0 6 * * *',
  ),
  fc.constantFrom<unknown>(0, 1, -1, 1e300, 1_793_462_400_000, true, false, '滴灌'.repeat(3000)),
  fc.constantFrom<unknown>(
    {},
    [],
    [null],
    [[]],
    [{}],
    { toString: 1 },
    { length: 3 },
    [['a', 'b'], 'c'],
    [1, 2],
  ),
  fc.constantFrom<unknown>(
    [{ fileId: 'x', name: {} }],
    { id: { valueOf: 2 } },
    JSON.parse('{"__proto__":{"a":1}}'),
  ),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
)
const valuesOf = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
const top = [...every.fields.values()].filter(({ table }) => table === undefined)
const columns = every.fields.get('items')?.columns ?? []
const record = fc
  .tuple(
    valuesOf(top.map(({ name }) => name)),
    fc.oneof(fc.array(fc.oneof(valuesOf(columns.map(({ name }) => name)), value), { maxLength: 3 }), value),
  )
  // A save gives each row its id: one without is new, and begins with defaults.
  .map(
    ([values, items]): FormRecord => ({
      ...values,
      items: Array.isArray(items)
        ? items.map((row: unknown, id) => (isRecord(row) ? { ...row, id } : row))
        : items,
    }),
  )

describe('judging stored records', () => {
  it('says of any of them what a save of it as it stands would be refused for', () => {
    expect(widgets.length).toBeGreaterThan(30)
    // One after the other by the same judge: none leaves anything behind for the next.
    const judge = judgeOf(every)
    const saved = (stored: FormRecord) => {
      const { errors } = evaluateRecord(every, stored, testHost(), { creating: false, stored })
      return errors.map(({ path, message }) => `${path.replace(/\.\d+/, '')} ${message}`)
    }
    fc.assert(
      fc.property(record, (stored) => {
        const faults = judge(stored).map(({ path, message }) => `${path} ${message}`)
        expect(new Set(faults)).toEqual(new Set(saved(stored)))
      }),
      { numRuns: 200 },
    )
  })

  it('asks for what a rule makes due, by what the record itself comes to', () => {
    const plan = compile([
      { name: 'items', widget: 'sub-table', columns: [{ name: 'amount', widget: 'number-input' }] },
      { name: 'total', widget: 'number-input', formula: 'SUM(items.amount)' },
      { name: 'reason', widget: 'input', required: 'total > 10', visible: 'total != 12' },
    ])
    const judge = judgeOf(plan)
    const paths = (amounts: readonly number[]) =>
      judge({ total: 0, items: amounts.map((amount) => ({ amount })) }).map(({ path }) => path)
    expect([paths([5, 6]), paths([5]), paths([6, 6]), paths([5, 6])]).toEqual([
      ['reason'],
      [],
      [],
      ['reason'],
    ])
  })

  it('tests what another widget has left, shown or not', () => {
    const plan = compile([{ name: 'amount', widget: 'number-input', visible: 'false', required: true }])
    const judge = judgeOf(plan, ['amount'])
    const messages = (amount: unknown) => judge({ amount }).map(({ message }) => message)
    expect([messages('12'), messages('twelve'), messages({ a: 1 }), messages('')]).toEqual([
      [],
      ['misfit'],
      ['misfit'],
      [],
    ])
  })
})
