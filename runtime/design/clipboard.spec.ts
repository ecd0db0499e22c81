import { describe, expect, it } from 'vitest'
import { catalogue } from '../../widgets/definitions'
import { designed } from '../../widgets/designs'
import { compileFormData } from '../form'
import type { Node } from '../form/formdata/identities'
import { addressOf, found } from './address'
import { copied, fieldsIn, pasting } from './clipboard'

import { openModel } from './document'
import { History } from './history'
import { FORM, slotOf } from './nodes'

const WIDGETS = { catalogue, designed }
const NOW = 1_700_000_000_000

const node = (jnpfKey: string, formId: number, __vModel__: string, members = {}, config = {}) => ({
  __config__: { jnpfKey, formId, label: __vModel__, ...config },
  ...members,
  ...(__vModel__ && { __vModel__ }),
})

/** An order whose lines have a price, and what follows from it. */
const FIELDS = [
  node('input', 101, 'no'),
  node(
    'table',
    102,
    'tableField102',
    { summaryField: ['price', 'amount'] },
    {
      children: [
        node('inputNumber', 103, 'price'),
        node('inputNumber', 104, 'inputNumberField104'),
        node('calculate', 105, 'amount', {
          isStorage: 1,
          expression: [
            { __vModel__: 'tableField102.price' },
            '×',
            { __vModel__: 'tableField102.inputNumberField104' },
          ],
        }),
        node(
          'select',
          106,
          'unit',
          {},
          {
            dataType: 'dynamic',
            propsUrl: 'units',
            templateJson: [{ field: 'n', defaultValue: 1.5, relationField: 'tableField102-price' }],
          },
        ),
      ],
    },
  ),
  node('calculate', 107, 'total', { isStorage: 1, expression: [{ __vModel__: 'tableField102.amount' }] }),
  node('barcode', 108, '', { dataType: 'relation', relationField: 'no' }),
  node(
    'datePicker',
    109,
    'to',
    {},
    { startTimeRule: true, startTimeType: 2, startRelationField: 'elsewhere' },
  ),
]
const order = () => openModel({ formData: JSON.stringify({ idGlobal: 109, fields: FIELDS }) })
const at = (id: number) => ({ part: 'formData', node: id, path: [] }) as const

function pasted(text: string, history = new History(order())): readonly Node[] {
  const read = fieldsIn(text)
  if ('reason' in read) throw new Error(read.reason)
  const list = slotOf(FORM)
  const before = (found(history.document.tree, list) as Node[]).length
  const paste = pasting(history.document.tree, read.fields, { parent: FORM, index: before }, WIDGETS, NOW)
  if ('reason' in paste) throw new Error(paste.reason)
  const texts = history.texts
  history.run(paste.command)
  const nodes = (found(history.document.tree, list) as Node[]).slice(before)
  const plan = compileFormData(history.texts.formData ?? '', { id: 'm', catalogue })
  expect(plan.losses).toEqual([])
  history.undo()
  expect(history.texts).toEqual(texts)
  return nodes
}

describe('copied nodes', () => {
  const { tree } = order()

  it('have names of their own where they are pasted, and what they name of each other follows', () => {
    const [table, total, barcode] = pasted(copied(tree, [at(102), at(107), at(108)]))
    expect(table).toMatchObject({ __vModel__: 'tableField110', summaryField: ['price', 'amount'] })
    expect(table?.['__config__']).toMatchObject({
      formId: 110,
      children: [
        { __vModel__: 'price', __config__: { formId: 111, parentVModel: 'tableField110' } },
        { __vModel__: 'inputNumberField112' },
        {
          expression: [
            { __vModel__: 'tableField110.price' },
            '×',
            { __vModel__: 'tableField110.inputNumberField112' },
          ],
        },
        {
          __config__: {
            templateJson: [{ field: 'n', defaultValue: 1.5, relationField: 'tableField110-price' }],
          },
        },
      ],
    })
    expect(total).toMatchObject({
      __vModel__: 'total_2',
      expression: [{ __vModel__: 'tableField110.amount' }],
    })
    // Not copied with it: it names the field it named.
    expect(barcode).toMatchObject({ relationField: 'no' })
  })

  it('follow within what is pasted alone', () => {
    const [no, barcode, to] = pasted(copied(tree, [at(101), at(108), at(109)]))
    expect(no).toMatchObject({ __vModel__: 'no_2' })
    expect(barcode).toMatchObject({ relationField: 'no_2' })
    expect(to).toMatchObject({ __config__: { startRelationField: 'elsewhere' } })
  })

  it('keep their bytes but those that must change', () => {
    const field =
      '{"__config__": {"jnpfKey":"input","formId":1,"renderKey" :2,"x":1.0},"y": "\\u4e2d","z":12345678901234567890}'
    const model = openModel({ formData: `{"fields":[${field}]}` })
    const history = new History(model)
    const read = fieldsIn(copied(model.tree, [addressOf(model.tree, ['formData', 'fields', 0])]))
    if ('reason' in read) throw new Error(read.reason)
    const paste = pasting(model.tree, read.fields, { parent: FORM, index: 1 }, WIDGETS, NOW)
    if ('reason' in paste) throw new Error(paste.reason)
    history.run(paste.command)
    expect(history.texts.formData).toBe(
      `{"fields":[${field},${field.replace('"formId":1', '"formId":101').replace('"renderKey" :2', '"renderKey" :1700000000101')}],"idGlobal":101}`,
    )
  })

  it('come from any formData too, and from nothing else', () => {
    expect(pasted(JSON.stringify({ formRef: 'x', fields: [FIELDS[0]] }))).toHaveLength(1)
    expect(pasted(JSON.stringify([FIELDS[0], FIELDS[4]]))).toHaveLength(2)
    expect(pasted(JSON.stringify(FIELDS[0]))).toHaveLength(1)
    for (const text of ['', 'a\tb', '{}', '[]', '[1]', '{"fields":[]}', '{"fields":[{}]}', '1', 'null'])
      expect(fieldsIn(text)).toEqual({ reason: '@design.notFields' })
  })

  it('are refused where they cannot stand', () => {
    const read = fieldsIn(copied(tree, [at(101), at(102)]))
    if ('reason' in read) throw new Error(read.reason)
    const parent = at(102)
    expect(pasting(tree, read.fields, { parent, index: 0 }, WIDGETS, NOW)).toEqual({
      reason: '@design.tableInTable',
    })
  })

  it('are columns where they are pasted into a sub-table', () => {
    const history = new History(order())
    const read = fieldsIn(copied(tree, [at(103)]))
    if ('reason' in read) throw new Error(read.reason)
    const paste = pasting(tree, read.fields, { parent: at(102), index: 0 }, WIDGETS, NOW)
    if ('reason' in paste) throw new Error(paste.reason)
    history.run(paste.command)
    expect(found(history.document.tree, at(110))).toMatchObject({
      __vModel__: 'price_2',
      __config__: { isSubTable: true, parentVModel: 'tableField102' },
    })
  })
})
