import { describe, expect, it } from 'vitest'
import { catalogue } from '../../widgets/definitions'
import { designed } from '../../widgets/designs'
import { compileFormData } from '../form'
import { checkValue, isEmpty } from '../form/engine/check'
import type { FieldPlan } from '../form/plan'
import { asRecord } from '../json'
import type { WidgetContext } from '../widget/definition'
import { createField } from '../widget/design'
import type { FormDataField } from '../widget/read'
import { sampleRecord } from './sample'

const FLAGS = { visible: true, required: true, disabled: false, readonly: false }
const context: WidgetContext = {
  language: 'zh',
  text: (text: unknown) => String(text),
  user: { userId: 'u1', userAccount: 'test', userName: '测试员', isAdministrator: true },
  now: Date.now,
  get: () => undefined,
}
const planOf = (fields: readonly object[]) => compileFormData({ fields }, { id: 'form', catalogue })
const newField = (key: string, id: number, members = {}, config = {}): FormDataField => {
  const widget = designed.get(key)
  if (!widget) throw new Error(key)
  const made = createField(widget, { id, label: key, now: 0 })
  return { ...made, ...members, __config__: { ...asRecord(made.__config__), ...config } }
}
const keys = [...designed.values()].filter(({ definition }) => definition.kind === 'field')

const OPTIONS = [
  { fullName: '东区', id: 'east', children: [{ fullName: '一号', id: 'e1' }] },
  { fullName: '西区', id: 'west' },
]

describe('samples', () => {
  const check = (field: FieldPlan, value: unknown) => checkValue(field, value, FLAGS, context)

  it('of every new field fit what its widget asks of a value', () => {
    for (const { definition } of keys) {
      const plan = planOf([newField(definition.key, 101)])
      for (const field of plan.fields.values())
        for (let index = 0; index < 40; index++) {
          const value = sampleRecord(plan, { designed }, index)[field.name]
          if (value !== null)
            expect(check(field, value), `${definition.key} ${JSON.stringify(value)}`).toBeNull()
        }
    }
  })

  it('keep to what settings say', () => {
    const plan = planOf([
      newField('input', 1, { maxlength: 1 }),
      newField('input', 2, {}, { regList: [{ pattern: '/^1\\d{10}$/', message: '手机号' }] }),
      newField('number-input', 3, { min: 3, max: 4.5, precision: 1 }),
      newField('number-input', 4, { max: -5 }),
      newField('number-input', 5, { min: 0.2, max: 0.9, step: 0.1, ['step-strictly']: true }),
      newField('slider', 6, { min: 5, max: 9, step: 3, range: true }),
      newField('rate', 7, { count: 1 }),
      newField('number-range', 8, { min: 7, max: 8 }),
      newField('cascader', 9, { options: OPTIONS, multiple: true }),
      newField('tree-select', 10, { options: OPTIONS }),
      newField('switch', 11, { activeValue: 'on', inactiveValue: 'off' }),
      newField('color-picker', 12, { showAlpha: true, colorFormat: 'hsv' }),
    ])
    for (let index = 0; index < 20; index++) {
      const record = sampleRecord(plan, { designed }, index)
      for (const field of plan.fields.values()) {
        const value = record[field.name]
        expect(isEmpty(field, value), `${field.name} ${JSON.stringify(value)}`).toBe(false)
        expect(check(field, value), `${field.name} ${JSON.stringify(value)}`).toBeNull()
      }
    }
  })

  it('fill sub-tables with two or three rows and leave to rules what is theirs', () => {
    const column = newField('number-input', 103)
    const total = newField('calculate', 104, {
      __vModel__: 'total',
      isStorage: 1,
      expression: [{ __vModel__: 'numberField' }],
    })
    const plan = planOf([newField('sub-table', 102, {}, { children: [column] }), total])
    const rows = sampleRecord(plan, { designed }, 1)['tableField102']
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ inputNumberField103: expect.any(Number) })))
    expect(sampleRecord(plan, { designed }, 0)).toMatchObject({ tableField102: { length: 2 }, total: null })
  })
})
