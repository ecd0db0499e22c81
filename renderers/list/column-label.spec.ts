import type { ColumnPlan } from '@runtime/list/plan'
import { describe, expect, it } from 'vitest'
import { headingOf } from './column-label'

const host = {
  text: (text: unknown, params: Readonly<Record<string, unknown>> = {}) =>
    text === '@list.withUnit' ? `${params['label']}（${params['unit']}）` : String(text ?? ''),
}
const heading = (label: string, addonAfter: unknown, align = 'right') =>
  headingOf({ label, align, field: { settings: { addonAfter } } } as unknown as ColumnPlan, host)

describe('the head of a column', () => {
  it('names the unit of its numbers', () => {
    expect(heading('灌溉面积', '亩')).toBe('灌溉面积（亩）')
  })

  it.each([
    ['用水量(m³)', 'm³'],
    ['用水量（m³）', 'm³'],
    ['水温℃', '℃'],
    ['深度', ''],
    ['深度', null],
    ['深度', undefined],
  ])('is the label where that names it, or there is none: %s', (label, unit) => {
    expect(heading(label, unit)).toBe(label)
  })

  it('says nothing of it for words, which stand with it', () => {
    expect(heading('网址', '.cn', 'left')).toBe('网址')
  })
})
