import { expect, it } from 'vitest'
import { fieldGroups, foundGroups, pathsOf } from './field-items'

const FIELDS = [
  {
    id: 'headTable',
    fullName: '采购订单',
    children: [
      { id: 'no', fullName: '单号', jnpfKey: 'input' },
      { id: 'photo', fullName: '照片', jnpfKey: 'uploadImg' },
    ],
  },
  { id: 'items', fullName: '明细', children: [{ id: 'items.amount', fullName: '金额' }] },
]
const text = (key: unknown) => String(key)

it('offers fields as text and codes, pictures as pictures, sub-tables whole and by column', () => {
  const [main, detail] = fieldGroups(FIELDS, text)
  expect(main?.items.map(({ insert, others }) => [insert, others.map(({ kind }) => kind)])).toEqual([
    [{ kind: 'place', expression: 'no' }, ['qrcode', 'barcode']],
    [{ kind: 'image', path: 'photo' }, []],
  ])
  expect(detail?.items.map(({ insert }) => insert)).toEqual([
    { kind: 'detail', table: 'items', columns: [{ path: 'items.amount', label: '金额' }] },
    { kind: 'place', expression: 'items.amount' },
  ])
})

it('offers no code where the model has no field to show in it', () => {
  const kinds = fieldGroups([], text)
    .at(-1)
    ?.items.map(({ insert }) => insert.kind)
  expect(kinds).toEqual(['table', 'picture', 'pageBreak', 'condition'])
})

it('finds items by their name or path, and a group by its own', () => {
  const ids = (keyword: string) =>
    foundGroups(fieldGroups(FIELDS, text), keyword).map(({ id, items }) => [id, items.map((item) => item.id)])
  expect(ids(' AMOUNT ')).toEqual([['items', ['items.amount']]])
  expect(ids('明细')).toEqual([['items', ['items', 'items.amount']]])
})

it('knows columns by their table and by its alias', () => {
  expect([...pathsOf(FIELDS)]).toEqual(['no', 'photo', 'items.amount', 'items', 'T1.amount'])
})
