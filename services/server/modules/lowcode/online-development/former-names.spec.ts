import { compileFormData } from '@runtime/form'
import { catalogue } from '@widgets/definitions'
import { expect, test } from 'vitest'
import { withFormerNames } from './former-names'
import { field, table } from './specs/models'

const former = new Map([
  ['amount', 'total'],
  ['items', 'lines'],
  ['items.price', 'lines.cost'],
  ['name', 'title'],
])
const fields = [
  ...[field('input', 'title'), field('input', 'name'), field('inputNumber', 'total')],
  table('lines', [field('inputNumber', 'cost')]),
]
const form = compileFormData({ fields }, { id: 'm', catalogue, former })

test('a record answers to what its fields were called, where no other is called so', () => {
  const row = { title: 'T', name: 'N', total: '2', total_id: 2, lines: [{ id: '1', cost: '3', cost_id: 3 }] }
  const line = { id: '1', cost: '3', cost_id: 3, price: '3', price_id: 3 }
  expect(withFormerNames(form, row)).toEqual({
    ...{ title: 'T', name: 'N', total: '2', total_id: 2, amount: '2', amount_id: 2 },
    ...{ lines: [line], items: [line] },
  })
  expect(withFormerNames(form, {})).toEqual({})
})
