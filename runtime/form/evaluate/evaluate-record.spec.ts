import { testCatalogue as catalogue, testHost } from '@tests/fixtures/form-kit'
import purchaseOrder from '@tests/fixtures/formdata/purchase-order.json'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compileForm,
  compileFormData,
  createFormStore,
  emptyRecord,
  evaluateRecord,
  evaluating,
} from '../index'
import type { EvaluateOptions } from './evaluate-record'

const host = testHost()
const compile = (...fields: unknown[]) => compileForm({ fields }, { id: 'f', catalogue })
const evaluate = (fields: unknown[], record: object, options: Partial<EvaluateOptions> = {}) =>
  evaluateRecord(compile(...fields), record as Record<string, unknown>, host, { creating: true, ...options })

describe('evaluateRecord', () => {
  it('computes what a request lies about', () => {
    const plan = compileFormData(purchaseOrder, { id: 'm', catalogue })
    const { record, errors } = evaluateRecord(
      plan,
      {
        F_Total: 1,
        F_No: 'forged',
        tableField200: [{ F_Qty: 3, F_Price: 0.1, F_Amount: 99, F_Item: 'i1', extra: 1 }],
        F_Supplier: 's1',
        nowhere: 1,
      },
      host,
      { creating: true },
    )
    expect(errors).toEqual([])
    expect(record).toMatchObject({ F_Total: 0.3, F_No: null, F_Supplier: 's1' })
    expect(record['tableField200']).toEqual([{ F_Item: 'i1', F_Qty: 3, F_Price: 0.1, F_Amount: 0.3 }])
    expect(record).not.toHaveProperty('nowhere')
  })

  it('judges thousands of rows in pieces that leave room for others, and comes to the same', () => {
    const plan = compileFormData(purchaseOrder, { id: 'm', catalogue })
    const rows = Array.from({ length: 5_000 }, (_, row) => ({ F_Qty: row, F_Price: 0.1, F_Item: 'i1' }))
    const sent = { F_Supplier: 's1', tableField200: rows }
    const options = { creating: true }
    const pieces = evaluating(plan, sent, host, options)
    let turns = 0
    let step = pieces.next()
    for (; !step.done; step = pieces.next()) turns++
    expect(step.value).toEqual(evaluateRecord(plan, sent, host, options))
    // Sent, merged, computed and validated: each row at least so often.
    expect(turns).toBeGreaterThanOrEqual((4 * rows.length) / 100)
  })

  it('refuses a value of another type, at its path', () => {
    const fields = [
      { name: 'n', widget: 'number', label: '数量' },
      {
        name: 'items',
        widget: 'sub-table',
        label: '明细',
        columns: [{ name: 'p', widget: 'number', label: '单价' }],
      },
    ]
    expect(evaluate(fields, { n: '3', items: [{ p: 1 }, { p: {} }] }).errors).toEqual([
      { path: 'n', message: '数量格式不正确' },
      { path: 'items.1.p', message: '单价格式不正确' },
    ])
    expect(evaluate(fields, { items: 'x' }).errors).toEqual([{ path: 'items', message: '明细格式不正确' }])
    expect(evaluate(fields, { items: [{ p: 1 }, 7] }).errors).toEqual([
      { path: 'items.1', message: '明细格式不正确' },
    ])
  })

  it('does not take what is never drawn, constantly disabled, or hidden by a rule', () => {
    const fields = [
      { name: 'secret', widget: 'input', visible: false, default: 's' },
      { name: 'fixed', widget: 'input', disabled: true, default: 'f' },
      { name: 'on', widget: 'number' },
      { name: 'x', widget: 'input', visible: 'on == 1' },
      { name: 'shown', widget: 'input', stored: false },
    ]
    const sent = { secret: 'forged', fixed: 'forged', on: 0, x: 'forged', shown: 'forged' }
    expect(evaluate(fields, sent).record).toEqual({ secret: 's', fixed: 'f', on: 0, x: null })
    const stored = { secret: 'a', fixed: 'b', on: 1, x: 'c' }
    expect(evaluate(fields, { ...sent, on: 1 }, { creating: false, stored }).record).toEqual({
      secret: 'a',
      fixed: 'b',
      on: 1,
      x: 'forged',
    })
  })

  it('keeps what a person may not see, rows by their id', () => {
    const fields = [
      { name: 'salary', widget: 'number', required: true },
      {
        name: 'items',
        widget: 'sub-table',
        columns: [
          { name: 'a', widget: 'number' },
          { name: 'cost', widget: 'number' },
        ],
      },
    ]
    const form = (path: string) => path !== 'salary' && path !== 'items-cost'
    const stored = {
      salary: 9,
      items: [
        { id: 'r1', a: 1, cost: 5 },
        { id: 'r2', a: 2, cost: 6 },
      ],
    }
    const sent = {
      salary: 1,
      items: [
        { id: 'r2', a: 3, cost: 0 },
        { a: 4, cost: 0 },
      ],
    }
    const permissions = { form, fill: form }
    expect(evaluate(fields, sent, { creating: false, stored, permissions })).toEqual({
      record: {
        salary: 9,
        items: [
          { id: 'r2', a: 3, cost: 6 },
          { a: 4, cost: null },
        ],
      },
      errors: [],
    })
  })

  it('keeps what a person may see and not fill in, asks nothing of it, and still works it out', () => {
    const fields = [
      { name: 'salary', widget: 'number', required: true },
      { name: 'total', widget: 'number', formula: 'SUM(items.cost)' },
      {
        name: 'items',
        widget: 'sub-table',
        columns: [
          { name: 'a', widget: 'number' },
          { name: 'cost', widget: 'number', required: true },
        ],
      },
      { name: 'fixed', widget: 'sub-table', columns: [{ name: 'b', widget: 'number' }] },
    ]
    const closed = ['salary', 'total', 'items-cost', 'fixed']
    const permissions = { form: () => true, fill: (path: string) => !closed.includes(path) }
    const stored = {
      salary: null,
      total: 5,
      items: [{ id: 'r1', a: 1, cost: 5 }],
      fixed: [{ id: 'f1', b: 1 }],
    }
    const sent = {
      salary: 1,
      total: 9,
      items: [
        { id: 'r1', a: 3, cost: 0 },
        { a: 4, cost: 7 },
      ],
      fixed: [],
    }
    expect(evaluate(fields, sent, { creating: false, stored, permissions })).toEqual({
      record: {
        salary: null,
        total: 5,
        items: [
          { id: 'r1', a: 3, cost: 5 },
          { a: 4, cost: null },
        ],
        fixed: [{ id: 'f1', b: 1 }],
      },
      errors: [],
    })
  })

  it('refuses to change what a rule has disabled before and after', () => {
    const fields = [
      { name: 'done', widget: 'number' },
      { name: 'x', widget: 'input', label: '内容', disabled: 'done == 1' },
    ]
    const stored = { done: 1, x: 'a' }
    const update = (record: object, before = stored) =>
      evaluate(fields, record, { creating: false, stored: before }).errors
    expect(update({ done: 1, x: 'b' })).toEqual([{ path: 'x', message: '内容当前不可修改' }])
    expect(update({ done: 1, x: 'a' })).toEqual([])
    expect(update({ done: 0, x: 'b' })).toEqual([])
    expect(update({ done: 1, x: 'b' }, { done: 0, x: 'a' })).toEqual([])
  })

  it('keeps what was not sent in an update', () => {
    const fields = [
      { name: 'a', widget: 'input' },
      { name: 'b', widget: 'input' },
    ]
    expect(evaluate(fields, { a: 'x' }, { creating: false, stored: { a: '1', b: '2' } }).record).toEqual({
      a: 'x',
      b: '2',
    })
    expect(
      evaluate(fields, { a: 'x', b: null }, { creating: false, stored: { a: '1', b: '2' } }).record['b'],
    ).toBeNull()
  })

  it('lets no name reach a prototype', () => {
    const record = JSON.parse(
      '{"__proto__": {"polluted": 1}, "items": [{"__proto__": {"polluted": 1}, "p": 1}]}',
    ) as object
    const { record: kept } = evaluate(
      [{ name: 'items', widget: 'sub-table', columns: [{ name: 'p', widget: 'number' }] }],
      record,
    )
    expect(kept).toEqual({ items: [{ p: 1 }] })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('emptyRecord', () => {
  it('has the defaults and what is computed from them', () => {
    const plan = compile(
      { name: 'a', widget: 'number', default: 2 },
      { name: 'twice', widget: 'calculate', formula: 'a * 2', precision: 0 },
      { name: 'items', widget: 'sub-table', columns: [{ name: 'p', widget: 'number' }] },
    )
    expect(emptyRecord(plan, host)).toEqual({ a: 2, twice: 4, items: [] })
  })

  it("gives the person's own where the model asks for the current one", () => {
    const plan = compileFormData(
      { fields: [{ __vModel__: 'u', __config__: { jnpfKey: 'userSelect', defaultCurrent: true } }] },
      { id: 'm', catalogue },
    )
    expect(emptyRecord(plan, host)).toEqual({ u: 'u1' })
  })
})

describe('the store and the server', () => {
  it.each([
    ['Asia/Shanghai', 2],
    ['America/New_York', 1],
  ])('read the clock in the zone of %s', (timeZone, day) => {
    const there = { ...host, timeZone, now: () => Date.UTC(2026, 0, 1, 20) }
    const plan = compile(
      { name: 'today', widget: 'calculate', formula: 'DAY(TODAY())', precision: 0 },
      {
        name: 'items',
        widget: 'sub-table',
        columns: [{ name: 'day', widget: 'calculate', formula: 'DAY(NOW())', precision: 0 }],
      },
    )
    const store = createFormStore(plan, there)
    store.table('items').insert([{}])
    const expected = { today: day, items: [{ day }] }
    expect(store.collect()).toMatchObject(expected)
    expect(evaluateRecord(plan, { items: [{}] }, there, { creating: true }).record).toMatchObject(expected)
  })

  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
  /** A form whose fields look only at the ones before them, so that there is no circle. */
  const form = fc
    .tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.infiniteStream(
        fc.record({
          kind: fc.constantFrom('number', 'calculate', 'input'),
          visible: maybe(fc.nat()),
          required: maybe(fc.oneof(fc.constant(true), fc.nat())),
          limit: maybe(fc.integer({ min: 0, max: 3 })),
          operator: fc.constantFrom('+', '*', '-', '/'),
          pick: fc.nat(),
        }),
      ),
    )
    .map(([size, stream]) => {
      const drafts = [...stream.take(size * 2)]
      const make = (index: number, prefix: string, before: readonly string[]) => {
        const draft = drafts[index]
        const at = (n: number) => before[n % before.length] ?? '1'
        if (!draft) throw new Error('no draft')
        const when = (n: number) => `${at(n)} > 1`
        return {
          name: `${prefix}${index}`,
          widget: draft.kind,
          label: `标签${index}`,
          ...(draft.visible !== undefined && { visible: when(draft.visible) }),
          ...(draft.required !== undefined && {
            required: draft.required === true ? true : when(draft.required),
          }),
          ...(draft.kind === 'number' && draft.limit !== undefined && { max: draft.limit }),
          ...(draft.kind === 'input' && draft.limit !== undefined && { maxLength: draft.limit }),
          ...(draft.kind === 'calculate' && {
            formula: `${at(draft.pick)} ${draft.operator} 2`,
            precision: 2,
          }),
        }
      }
      const names: string[] = []
      const fields = drafts.slice(0, size).map((_, index) => {
        const field = make(index, 'f', names)
        names.push(field.name)
        return field
      })
      const columns: string[] = []
      const cells = drafts.slice(size).map((_, index) => {
        const field = make(size + index, 'c', [...names, ...columns])
        columns.push(field.name)
        return field
      })
      const sum = { name: 'sum', widget: 'calculate', formula: `SUM(items.${columns[0]})`, precision: 2 }
      return {
        fields: [
          ...fields,
          { name: 'items', widget: 'sub-table', columns: cells, visible: when(names) },
          sum,
        ],
        names,
        columns,
      }
    })
  const when = (names: readonly string[]) => `${names[0]} < 3`
  const value = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom(null, '', 'ab', 'abcd', 0.1, 2.5))

  it('refuse the same with the same words, and keep the same record', () => {
    fc.assert(
      fc.property(
        form,
        fc.infiniteStream(value),
        fc.nat({ max: 3 }),
        ({ fields, names, columns }, values, rowCount) => {
          const plan = compile(...fields)
          const store = createFormStore(plan, host)
          const next = () => values.next().value
          for (const name of names) store.set(name, next())
          const table = store.table('items')
          const ids = table.insert(Array.from({ length: rowCount }, () => ({})))
          for (const id of ids) for (const column of columns) table.set(id, column, next())
          const errors = store.validate()
          const sent = store.collect()
          const verdict = evaluateRecord(plan, sent, host, { creating: true })
          expect(verdict.errors).toEqual(errors)
          expect(verdict.record).toMatchObject(sent)
        },
      ),
      { numRuns: 300 },
    )
  })
})
