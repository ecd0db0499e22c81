import { compileFormData } from '@runtime/form'
import { type Condition, compileColumnData, type ListPlan } from '@runtime/list'
import { catalogue } from '@widgets/definitions'
import fc from 'fast-check'
import { choices, field, modelOf, table } from './models'

/** A model with a field of every kind that conditions tell apart. */
export const draft = (enCode: string) => ({
  enCode,
  fields: [
    field('input', 'name'),
    field('inputNumber', 'amount'),
    field('datePicker', 'day'),
    field('timePicker', 'at'),
    field('select', 'kind', { dataType: 'static' }, choices('a', 'b', 'c')),
    field('checkbox', 'tags', { dataType: 'static', defaultValue: [] }, choices('x', 'y', 'z')),
    field(
      'cascader',
      'place',
      { dataType: 'static', defaultValue: [] },
      {
        multiple: true,
        props: { value: 'id', label: 'fullName', children: 'children' },
        options: [
          {
            id: 'n',
            fullName: '北',
            children: [
              { id: 'n1', fullName: '北一' },
              { id: 'n2', fullName: '北二' },
            ],
          },
          { id: 's', fullName: '南', children: [{ id: 's1', fullName: '南一' }] },
        ],
      },
    ),
    table('items', [field('input', 'part'), field('inputNumber', 'count')]),
  ],
  columns: ['name', 'amount', 'day', 'kind', 'items-part'],
  search: [
    { prop: 'name', searchType: 2 },
    { prop: 'amount', searchType: 3 },
    { prop: 'kind', searchType: 1, searchMultiple: true },
    { prop: 'tags', searchType: 1, searchMultiple: true },
    { prop: 'place', searchType: 1, searchMultiple: true },
  ],
})

export function planOf(enCode: string, id = enCode): ListPlan {
  const model = modelOf(draft(enCode))
  const form = compileFormData(model['formData'] as object, { id, catalogue })
  return compileColumnData(model['columnData'] as object, form, { id })
}

/** Values as forms write them, and as nobody should have. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    '滴灌带',
    'PE 支管',
    'abc',
    'ABC',
    'a%b',
    "o'x",
    'a_b',
    'É',
    'é',
    'Ж',
    'ж',
    'Ａ',
    'ａ',
    'ΑΣ',
    'ασβ',
    'İ',
    '\\',
    '"q"',
    '12',
    '-0.5',
  ),
  fc.string({ maxLength: 6 }).filter((value) => !value.includes('\u0000')),
  fc.constant('长'.repeat(260)),
)
const number = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0.1, 1.5, -2.25, 1e15))
const foreign = fc.constantFrom(null, true, {}, [], ['a'], '3', '-1.5', 'NaN')
export const anyRecord = fc.record(
  {
    name: fc.oneof({ weight: 5, arbitrary: text }, foreign),
    amount: fc.oneof({ weight: 5, arbitrary: number }, foreign),
    day: fc.oneof({ weight: 5, arbitrary: number }, foreign),
    at: fc.oneof(fc.constantFrom('08:00', '12:30', '23:59:59'), foreign),
    kind: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('a', 'b', 'c') }, foreign),
    tags: fc.oneof(fc.subarray<unknown>(['x', 'y', 'z', 1, '1', 0.5, true, "o'x", '"q"']), foreign),
    place: fc.oneof(
      fc.array(fc.subarray<unknown>(['n', 'n1', 's', 's1', 7])),
      fc.constant(['n', 'n1']),
      foreign,
    ),
    items: fc.array(fc.record({ part: text, count: fc.oneof(number, foreign) }, { requiredKeys: [] }), {
      maxLength: 3,
    }),
  },
  { requiredKeys: [] },
)

const NUMBERS = ['amount', 'day', 'items.count']
const TEXTS = ['name', 'at', 'kind', 'tags', 'place', 'items.part']
const test: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('test' as const),
    path: fc.constantFrom(...NUMBERS),
    operator: fc.constantFrom('equals', 'notEquals', 'greater', 'greaterOrEqual', 'less', 'lessOrEqual'),
    value: fc.oneof(number, fc.constantFrom('1', 'x')),
  }),
  fc.record({
    kind: fc.constant('test' as const),
    path: fc.constantFrom(...TEXTS),
    operator: fc.constantFrom('equals', 'notEquals', 'contains', 'notContains', 'greater', 'lessOrEqual'),
    value: fc.oneof(text, fc.constantFrom('a', 'x', '12:00', 'n1', '1', 7, true)),
  }),
  fc.record({
    kind: fc.constant('test' as const),
    path: fc.constantFrom(...NUMBERS),
    operator: fc.constant('between'),
    value: fc.tuple(fc.option(number), fc.option(number)),
  }),
  fc.record({
    kind: fc.constant('test' as const),
    path: fc.constantFrom(...TEXTS, ...NUMBERS),
    operator: fc.constantFrom('in', 'notIn'),
    value: fc.array(fc.oneof(text, number, fc.constantFrom('a', 'b', 'x', 's1', '0.5')), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('test' as const),
    path: fc.constantFrom(...TEXTS, ...NUMBERS),
    operator: fc.constantFrom('empty', 'notEmpty'),
    value: fc.constant(null),
  }),
) as fc.Arbitrary<Condition>

export const anyCondition = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    test,
    fc.record({
      kind: fc.constantFrom('all', 'any'),
      of: fc.array(tie('any'), { maxLength: 3 }),
    }) as fc.Arbitrary<Condition>,
  ),
})).any
