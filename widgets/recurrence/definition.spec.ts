import { widgetContext } from '@tests/fixtures/widget-context'
import { describe, expect, it } from 'vitest'
import { definition } from './definition'

const context = widgetContext()

describe('recurrence', () => {
  it.each([
    ['FREQ=HOURLY', '重复规则不正确，每天最多一次'],
    ['FREQ=DAILY;COUNT=1001', '最多重复 1000 次'],
    ['FREQ=DAILY;UNTIL=20261101', '结束日期不能早于开始时间'],
    ['FREQ=DAILY;UNTIL=20261102', null],
    ['FREQ=YEARLY;BYMONTH=3,9', null],
  ])('%s that begins on 2 November: %s', (value, message) => {
    const begun = { ...context, get: () => Date.parse('2026-11-02T09:00:00+08:00') }
    const settings = { ...definition.defaults, start: 'allDay == 1 ? startDate : startDay' }
    expect(definition.check?.(value, settings, begun)).toBe(message)
  })

  it('begins on the day that the clocks of its zone show', () => {
    const values: Record<string, unknown> = {
      startDay: Date.parse('2026-11-02T09:00:00+08:00'),
      zone: 'America/New_York',
    }
    const begun = { ...context, get: (path: string) => values[path] }
    const settings = { ...definition.defaults, start: 'startDay', timeZone: 'zone' }
    expect(definition.check?.('FREQ=DAILY;UNTIL=20261101', settings, begun)).toBeNull()
    expect(definition.check?.('FREQ=DAILY;UNTIL=20261031', settings, begun)).toBe('结束日期不能早于开始时间')
  })

  it('is said in words', () => {
    expect(definition.toText?.('FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', definition.defaults, context)).toBe(
      '每月，最后一个周五，共 3 次',
    )
    expect(definition.toText?.('nonsense', definition.defaults, context)).toBe('nonsense')
  })
})
