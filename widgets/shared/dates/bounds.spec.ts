import { collectMessages, createTranslator } from '@runtime/text'
import type { WidgetContext } from '@runtime/widget/definition'
import { boundFields, dateRange, type MomentBound, readBound, timeRange } from '@runtime/widget/moment-bound'
import dates from '@schemas/locales/dates.json'
import { describe, expect, it } from 'vitest'
import { definition as date } from '../../date-picker/definition'
import { definition as time } from '../../time-picker/definition'

const SHANGHAI = 'Asia/Shanghai'
const at = (text: string) => Date.parse(`${text}+08:00`)
const now = at('2026-11-21T14:30:00')

function context(values: Record<string, unknown> = {}): WidgetContext {
  return {
    ...createTranslator('zh', collectMessages({ dates })),
    user: { userId: 'u', userAccount: 'u', userName: 'u' },
    timeZone: SHANGHAI,
    now: () => now,
    get: (path) => values[path],
  }
}

const day = { format: 'yyyy-MM-dd' }
const startOf = (start: MomentBound, values = {}) => dateRange({ ...day, start }, context(values)).start
const endOf = (end: MomentBound, values = {}) => dateRange({ ...day, end }, context(values)).end

describe('bounds of a date', () => {
  it('are of five kinds', () => {
    expect(startOf({ kind: 'fixed', value: at('2026-01-05T10:00:00') })).toBe(at('2026-01-05T00:00:00'))
    expect(startOf({ kind: 'field', field: 'from' }, { from: at('2026-02-03T00:00:00') })).toBe(
      at('2026-02-03T00:00:00'),
    )
    expect(startOf({ kind: 'now' })).toBe(at('2026-11-21T00:00:00'))
    expect(startOf({ kind: 'before', amount: 3, unit: 'month' })).toBe(at('2026-08-21T00:00:00'))
    expect(startOf({ kind: 'after', amount: 2, unit: 'day' })).toBe(at('2026-11-23T00:00:00'))
  })

  it('end at 23:59:59 of their day, month or year', () => {
    expect(endOf({ kind: 'now' })).toBe(at('2026-11-22T00:00:00') - 1)
    const monthly = dateRange({ format: 'yyyy-MM', end: { kind: 'now' } }, context())
    expect(monthly.end).toBe(at('2026-12-01T00:00:00') - 1)
    const timed = dateRange(
      { format: 'yyyy-MM-dd HH:mm', start: { kind: 'now' }, end: { kind: 'now' } },
      context(),
    )
    expect(timed).toEqual({ start: now, end: at('2026-11-22T00:00:00') - 1, closed: false })
  })

  it('are not there while the other field is empty, and close when they cross', () => {
    expect(startOf({ kind: 'field', field: 'from' }, { from: null })).toBeNull()
    const crossed = { ...day, start: { kind: 'now' }, end: { kind: 'fixed', value: '2026-01-01' } } as const
    expect(dateRange(crossed, context()).closed).toBe(true)
  })

  it('are judged with a sentence', () => {
    const settings = {
      ...date.defaults,
      ...day,
      start: { kind: 'fixed', value: '2026-11-10' },
      end: { kind: 'fixed', value: '2026-11-20' },
    } as const
    const check = (value: number) => date.check?.(value, settings, context())
    expect(check(at('2026-11-09T23:59:59'))).toBe('不能早于2026-11-10')
    expect(check(at('2026-11-10T00:00:00'))).toBeNull()
    expect(check(at('2026-11-20T23:59:59'))).toBeNull()
    expect(check(at('2026-11-21T00:00:00'))).toBe('不能晚于2026-11-20')
  })
})

describe('bounds of a time', () => {
  it('are the whole day unless they are given', () => {
    expect(timeRange({}, context())).toEqual({ start: 0, end: 86_399, closed: false })
  })

  it('are of five kinds, seconds appended, and stay within the day', () => {
    const start = (bound: MomentBound, values = {}) => timeRange({ start: bound }, context(values)).start
    expect(start({ kind: 'fixed', value: '08:30' })).toBe(30_600)
    expect(start({ kind: 'field', field: 'from' }, { from: '09:00:05' })).toBe(32_405)
    expect(start({ kind: 'now' })).toBe(52_200)
    expect(start({ kind: 'before', amount: 2, unit: 'hour' })).toBe(45_000)
    expect(start({ kind: 'before', amount: 20, unit: 'hour' })).toBe(0)
    expect(start({ kind: 'after', amount: 15, unit: 'minute' })).toBe(53_100)
  })

  it('are judged with a sentence', () => {
    const settings = {
      ...time.defaults,
      start: { kind: 'fixed', value: '08:00' },
      end: { kind: 'fixed', value: '17:00' },
    } as const
    const check = (value: string) => time.check?.(value, settings, context())
    expect(check('07:59:59')).toBe('不能早于08:00:00')
    expect(check('17:00:00')).toBeNull()
    expect(check('17:00:01')).toBe('不能晚于17:00:00')
    expect(check('noon')).toBe('“noon”不是时间，格式应为 HH:mm:ss')
  })
})

describe('readBound', () => {
  it('reads all five kinds of a stored field', () => {
    const read = (field: object, of: 'date' | 'time' = 'date') =>
      readBound({ startTimeRule: true, ...field }, 'start', of)
    expect(read({ startTimeType: 1, startTimeValue: '1763654400000' })).toEqual({
      kind: 'fixed',
      value: 1763654400000,
    })
    expect(read({ startTimeType: 1, startTimeValue: '08:30' }, 'time')).toEqual({
      kind: 'fixed',
      value: '08:30',
    })
    expect(read({ startTimeType: 2, startRelationField: 'items-date' })).toEqual({
      kind: 'field',
      field: 'items.date',
    })
    expect(read({ startTimeType: 3 })).toEqual({ kind: 'now' })
    expect(read({ startTimeType: 4, startTimeTarget: 2, startTimeValue: 3 })).toEqual({
      kind: 'before',
      amount: 3,
      unit: 'month',
    })
    expect(read({ startTimeType: 5, startTimeTarget: 1, startTimeValue: '2' }, 'time')).toEqual({
      kind: 'after',
      amount: 2,
      unit: 'hour',
    })
    expect(read({ startTimeRule: false, startTimeType: 3 })).toBeUndefined()
    expect(read({ __config__: { startTimeRule: true, startTimeType: 3 }, startTimeRule: false })).toEqual({
      kind: 'now',
    })
  })

  it('names the fields it depends on', () => {
    expect(boundFields({ start: { kind: 'field', field: 'a' }, end: { kind: 'now' } })).toEqual(['a'])
  })
})

describe('values', () => {
  it('of a date read and write text in the person’s zone', () => {
    const settings = { ...date.defaults, ...day }
    expect(date.toText?.(at('2026-11-21T00:00:00'), settings, context())).toBe('2026-11-21')
    expect(date.fromText?.('2026/11/21', settings, context())).toEqual({ value: at('2026-11-21T00:00:00') })
    expect(date.fromText?.('soon', settings, context())).toEqual({
      error: '“soon”不是日期，格式应为 yyyy-MM-dd',
    })
    expect(date.initial?.({ ...settings, defaultCurrent: true }, context())).toBe(at('2026-11-21T00:00:00'))
    expect(date.normalise?.('1763654400000', settings)).toBe(1763654400000)
  })

  it('of a time are kept as HH:mm:ss', () => {
    expect(time.normalise?.('8:30', time.defaults)).toBe('08:30:00')
    expect(time.fromText?.('0830', time.defaults, context())).toEqual({ value: '08:30:00' })
    expect(time.toText?.('08:30:15', { ...time.defaults, format: 'HH:mm' }, context())).toBe('08:30')
    expect(time.initial?.({ ...time.defaults, defaultCurrent: true }, context())).toBe('14:30:00')
  })
})
