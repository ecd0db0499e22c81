import { compileForm, createFormStore } from '@runtime/form'
import { evaluateRecord } from '@runtime/form/evaluate/evaluate-record'
import { clearedValue } from '@runtime/widget/definition'
import { testHost } from '@tests/fixtures/form-kit'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../definitions'

/** People, places and rows (`spec/widgets.md §4`); a cleared select and its like hold null. */
const CHOICES = [
  'organize-select',
  'department-select',
  'position-select',
  'role-select',
  'group-select',
  'user-select',
  'users-select',
  'popup-select',
  'popup-table-select',
]
const SINGLE = ['relation-form', 'serial-template-select']

const planOf = (widget: string, settings: object = {}) =>
  compileForm({ fields: [{ name: 'field', widget, label: '字段', ...settings }] }, { id: 'f', catalogue })

describe('clearing', () => {
  it('leaves something other than null in these alone', () => {
    const found = catalogue.all().filter(({ cleared }) => cleared)
    expect(found.map(({ key }) => key).sort()).toEqual([...CHOICES, ...SINGLE].sort())
  })

  it.each([
    ...CHOICES.map((widget) => [widget, { multiple: true }, []] as const),
    ...[...CHOICES, ...SINGLE].map((widget) => [widget, {}, ''] as const),
  ])('of %s %j leaves %j, which the server keeps and a form opens with', (widget, settings, left) => {
    const plan = planOf(widget, settings)
    const field = plan.fields.get('field')
    if (!field) throw new Error('no field')
    expect(clearedValue(field)).toEqual(left)
    const sent = { field: left }
    expect(evaluateRecord(plan, sent, testHost(), { creating: true })).toEqual({ record: sent, errors: [] })
    const store = createFormStore(plan, testHost())
    store.load(sent, 'existing')
    expect(store.get('field')).toEqual(left)
  })

  it.each([...CHOICES, ...SINGLE])('of %s counts as empty where a value is due', (widget) => {
    const plan = planOf(widget, { required: true })
    const { errors } = evaluateRecord(plan, { field: '' }, testHost(), { creating: true })
    expect(errors).toMatchObject([{ path: 'field' }])
  })
})
