import { compileForm, evaluateRecord } from '@runtime/form'
import { widgetContext } from '@tests/fixtures/widget-context'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../definitions'
import { definition } from './definition'

const context = widgetContext()
const names = [
  { name: 'area', label: '面积', type: 'number' },
  { name: 'day', label: '日期', type: 'date' },
  { name: 'way', label: '方式', type: 'select', options: [{ value: 'drip', label: '滴灌' }] },
] as const
const settings = { names }
const of = (...groups: object[]) => ({ matchLogic: 'or', conditionList: [{ logic: 'and', groups }] })
const check = (value: object) => definition.check?.(value as never, settings, context)

describe('condition-builder', () => {
  it('is read from a document with what it may ask of', () => {
    const field = { widget: 'condition-builder', name: 'asked', ...definition.example?.field }
    const plan = compileForm({ fields: [field] }, { id: 'f', catalogue })
    expect(plan.fields.get('asked')?.settings['names']).toHaveLength(3)
    const record = { requested: definition.example?.field?.['default'] }
    expect(evaluateRecord(plan, record, context, { creating: true }).errors).toEqual([])
  })

  it('is judged as a list’s own query is, and says which condition is wrong', () => {
    expect(check(of({ field: 'area', symbol: '>', fieldValue: 5 }))).toBeNull()
    expect(check(of({ field: 'area', symbol: '>', fieldValue: 5 }, { field: 'gone', symbol: '==' }))).toMatch(
      /^第1组第2个条件有误：.*gone.*请改正或删除$/,
    )
    expect(check(of({ field: 'area', symbol: '>', fieldValue: 'x' }))).toContain('第1组第1个')
    expect(check(of({ field: 'area', symbol: '~', fieldValue: 1 }))).toContain('~')
    expect(check({ conditionList: 5 })).toContain('条件有误')
    const many = Array.from({ length: 60 }, () => ({ field: 'area', symbol: '>', fieldValue: 5 }))
    expect(check(of(...many))).toContain('50')
  })

  it('is empty without a condition', () => {
    expect([definition.isEmpty?.(null), definition.isEmpty?.({}), definition.isEmpty?.(of())]).toEqual([
      true,
      true,
      false,
    ])
    expect(definition.isEmpty?.({ matchLogic: 'and', conditionList: [] })).toBe(true)
    expect(definition.normalise?.(JSON.stringify(of()), settings)).toEqual(of())
  })

  it('is a sentence', () => {
    const value = {
      matchLogic: 'or',
      conditionList: [
        {
          logic: 'and',
          groups: [
            { field: 'area', symbol: '>', fieldValue: 50 },
            { field: 'way', symbol: 'in', fieldValue: ['drip'] },
          ],
        },
        { logic: 'and', groups: [{ field: 'day', symbol: 'null', fieldValue: null }] },
      ],
    }
    const text = definition.toText?.(value, settings, context) ?? ''
    expect(text).toMatch(/^\(面积 .+ 50 且 方式 .+ 滴灌\) 或 日期 .+$/)
    expect(definition.fromText?.(text, settings, context)).toHaveProperty('error')
  })
})
