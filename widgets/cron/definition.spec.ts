import { widgetContext } from '@tests/fixtures/widget-context'
import { describe, expect, it } from 'vitest'
import { cronText, definition, timesOf } from './definition'

const context = widgetContext()
const check = (value: string) => definition.check?.(value, definition.defaults, context)

describe('cron', () => {
  it.each([
    ['0 6 * *', '周期表达式要有5段（分 时 日 月 星期），现在有4段，请补全或删去'],
    ['60 * * * *', '“分”这一段不能是“60”，请填写0–59、*、*/5 或 1,15 这样的列表'],
    ['0 25 * * *', '“时”这一段不能是“25”，请填写0–23、*、*/2 或 6,18 这样的列表'],
    ['0 0 0 * *', '“日”这一段不能是“0”，请填写1–31、*、L（最后一天）或 1,15 这样的列表'],
    ['0 0 * 13 *', '“月”这一段不能是“13”，请填写1–12、* 或 4-9 这样的范围'],
    ['0 0 * * x', '“星期”这一段不能是“x”，请填写0–7（0和7是周日）、* 或 1,4 这样的列表'],
    ['0 0 30 2 *', '这个日期永远不会到来，请检查日和月'],
  ])('%s is refused, by the part that is wrong', (value, message) => {
    expect(check(value)).toBe(message)
    expect(definition.fromText?.(value, definition.defaults, context)).toEqual({ error: message })
  })

  it.each([
    ['*/5 * * * *', '每5分钟'],
    ['0 */2 * * *', '每2小时，第0分钟'],
    ['30 6 * * *', '每天 06:30'],
    ['30 6 * * 1,4', '每周一、周四 06:30'],
    ['0 0 * * 7', '每周日 00:00'],
    ['5 18 1,15 * *', '每月1、15日 18:05'],
    ['0 6 1 * 1', '0 6 1 * 1'],
    ['0 6 L * *', '0 6 L * *'],
  ])('%s says %s', (value, text) => {
    expect(check(value)).toBeNull()
    expect(cronText(value, context)).toBe(text)
  })

  it('comes next by the clock of its zone', () => {
    const now = Date.parse('2026-11-23T12:00:00+08:00')
    expect(timesOf('30 6 * * 1,4', 'Asia/Shanghai', now, 3)).toEqual(
      ['2026-11-26T06:30+08:00', '2026-11-30T06:30+08:00', '2026-12-03T06:30+08:00'].map(Date.parse),
    )
    expect(timesOf('0 6 * * *', 'Nowhere/Land', now, 3)).toEqual([])
    expect(timesOf('nonsense', 'Asia/Shanghai', now, 3)).toEqual([])
  })

  it('is kept without needless blanks', () => {
    expect(definition.normalise?.('  0   6 * *  * ', definition.defaults)).toBe('0 6 * * *')
  })
})
