import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileExpression, scopeOf } from '../../expression'
import { asRecord } from '../../json'
import type { DraftCondition, DraftQuery } from '../../list/condition-draft'
import { createField } from '../../widget/design'
import { DesignSession } from '../session'
import { type ConditionPlace, readCondition, writeCondition } from './condition'
import { conditionFields, ruleSymbols } from './condition-fields'

const timeZone = 'Asia/Shanghai'
const CHOICES = ['a', 'b', 'c'].map((id) => ({ id, fullName: id }))

function made(key: string, id: number, name: string, more: object = {}): Readonly<Record<string, unknown>> {
  const widget = designed.get(key)
  if (!widget) throw new Error(key)
  return { ...createField(widget, { id, label: name, now: 0 }), __vModel__: name, ...more }
}

function table(children: readonly object[]) {
  const field = made('sub-table', 20, 'items')
  return { ...field, __config__: { ...asRecord(field['__config__']), children } }
}

function placeOf(within?: string, own?: string): ConditionPlace {
  const fields = [
    made('input', 1, '名称'),
    made('number-input', 2, 'area'),
    made('date-picker', 3, 'day'),
    made('switch', 4, 'on'),
    made('radio', 5, 'kind', { options: CHOICES }),
    made('checkbox', 6, 'tags', { options: CHOICES }),
    made('area-select', 7, 'where'),
    table([made('number-input', 21, 'price'), made('number-input', 22, 'area')]),
  ]
  const session = new DesignSession({
    id: 'm',
    texts: { formData: JSON.stringify({ idGlobal: 30, fields }) },
    widgets: { catalogue, designed },
  })
  if (!session.plan) throw new Error('no plan')
  return { fields: conditionFields(session.plan, within, own), timeZone }
}

const place = placeOf()
const DAY = 86_400_000
const BASE = Date.UTC(2026, 10, 27, 16)

const texts = fc.constantFrom('a', 'b', 'ab', 'x"y\\z', '”', '1', "it's ${a}")
const numbers = fc.constantFrom(-2.5, 0, 1, 3, 1e21)
const days = fc.constantFrom(BASE, BASE + DAY, BASE + 34_200_000, BASE + 7)
const several = fc.subarray(['a', 'b', 'c'], { minLength: 1 })
const SAMPLES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  名称: texts,
  area: numbers,
  day: days,
  on: fc.constantFrom(0, 1),
  kind: fc.constantFrom('a', 'b', 'c'),
  tags: fc.constantFrom('a', 'b', 'c'),
}

const rows: fc.Arbitrary<DraftCondition> = fc
  .constantFrom(...place.fields.flatMap((field) => ruleSymbols(field).map((symbol) => ({ field, symbol }))))
  .chain(({ field: { path }, symbol }) => {
    const value = symbol === 'in' || symbol === 'notIn' ? several : (SAMPLES[path] ?? texts)
    return value.map((one) => ({ id: '', path, symbol, value: symbol.endsWith('ull') ? null : one }))
  })
const logics = fc.constantFrom('and' as const, 'or' as const)
const groups = fc.record({
  id: fc.constant(''),
  logic: logics,
  conditions: fc.array(rows, { minLength: 1, maxLength: 3 }),
})
const drafts: fc.Arbitrary<DraftQuery> = fc.record({
  logic: logics,
  groups: fc.array(groups, { minLength: 1, maxLength: 3 }),
})
const blankOr = (one: fc.Arbitrary<unknown> = texts) => fc.oneof(one, fc.constantFrom(null, ''))
const records = fc.record({
  名称: blankOr(SAMPLES['名称']),
  area: blankOr(SAMPLES['area']),
  day: blankOr(SAMPLES['day']),
  on: fc.constantFrom(null, 0, 1),
  kind: blankOr(SAMPLES['kind']),
  tags: fc.subarray(['a', 'b', 'c']),
})

/** What a row means: a blank number or date is before all above zero, as in every expression. */
function holds({ path, symbol, value }: DraftCondition, record: Readonly<Record<string, unknown>>): boolean {
  const own = record[path ?? '']
  const isBlank = own === null || own === '' || (Array.isArray(own) && own.length === 0)
  const list = Array.isArray(own) ? own : undefined
  const [one, other] = [isBlank ? 0 : (own as number), value as number]
  switch (symbol) {
    case 'null':
      return isBlank
    case 'notNull':
      return !isBlank
    case '==':
      return own === value
    case '<>':
      return own !== value
    case 'in':
      return (value as unknown[]).includes(own)
    case 'notIn':
      return !(value as unknown[]).includes(own)
    case 'like':
      return list ? list.includes(value) : !isBlank && String(own).includes(String(value))
    case 'notLike':
      return !holds({ id: '', path, symbol: 'like', value }, record)
    case 'starts':
      return String(own ?? '').startsWith(String(value))
    case '>':
      return one > other
    case '>=':
      return one >= other
    case '<':
      return one < other
    default:
      return one <= other
  }
}

const read = (source: string, at = place) => {
  const draft = readCondition(source, at)
  return draft?.groups.map(({ logic, conditions }) => [
    logic,
    ...conditions.map(({ path, symbol, value }) => [path, symbol, value]),
  ])
}

describe('a condition of a rule', () => {
  it('is the same text once it was read', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const source = writeCondition(draft, place)
        const again = readCondition(source, place)
        expect(again && writeCondition(again, place), source).toBe(source)
      }),
    )
  })

  it('holds when its rows do', () => {
    fc.assert(
      fc.property(drafts, records, (draft, record) => {
        const joined = (logic: 'and' | 'or', all: readonly boolean[]) =>
          logic === 'and' ? all.every(Boolean) : all.some(Boolean)
        const meant = joined(
          draft.logic,
          draft.groups.map(({ logic, conditions }) =>
            joined(
              logic,
              conditions.map((row) => holds(row, record)),
            ),
          ),
        )
        const source = writeCondition(draft, place)
        const value = compileExpression(source).evaluate(scopeOf({ ...record, timeZone }))
        expect(Boolean(value), source).toBe(meant)
      }),
      { numRuns: 300 },
    )
  })

  it('is read as people write it', () => {
    expect(read('5 < area and not (kind in ["a"])')).toEqual([
      ['and', ['area', '>', 5], ['kind', 'notIn', ['a']]],
    ])
    expect(read('on || AND(名称 != "", day >= DATE(2026, 11, 28))')).toEqual([
      ['or', ['on', '==', 1]],
      ['and', ['名称', 'notNull', null], ['day', '>=', BASE]],
    ])
    expect(read('!on && area == -2 && (名称 == "a" || 名称 == "b") && tags != null')).toBeUndefined()
    expect(read(' ')).toEqual([['and', [null, '==', null]]])
  })

  it.each([
    'area + 1 > 5',
    'area > price2',
    'area ? on : false',
    'SUM(items.price) > 5',
    'area > 5 && (on || (kind == "a" && area < 2))',
    'area >',
    '!(area > 5)',
    'where == "1"',
    'day > DATE("2026-11-28")',
    'tags == ""',
    '名称 > "a"',
    'area == true',
  ])('stays text where rows cannot say it: %s', (source) => {
    expect(readCondition(source, place)).toBeNull()
  })

  it('calls columns by their names in the row alone, and leaves out what it decides about', () => {
    const row = placeOf('items', 'items.price')
    expect(row.fields.map(({ path }) => path)).toEqual([
      'area',
      '名称',
      'form.area',
      'day',
      'on',
      'kind',
      'tags',
    ])
    expect(read('area > 1 && form.area > 2', row)).toEqual([['and', ['area', '>', 1], ['form.area', '>', 2]]])
    expect(placeOf().fields.map(({ path }) => path)).not.toContain('items.price')
  })

  it('leaves out rows that are not whole', () => {
    const row = { id: '', path: 'area', symbol: '>', value: 5 }
    const draft: DraftQuery = {
      logic: 'and',
      groups: [
        { id: '', logic: 'or', conditions: [row, { ...row, path: null }] },
        { id: '', logic: 'or', conditions: [{ ...row, value: null }] },
      ],
    }
    expect(writeCondition(draft, place)).toBe('area > 5')
  })
})
