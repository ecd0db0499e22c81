import { createTranslator } from '@runtime/text'
import { expect, it } from 'vitest'
import locales from '../../../schemas/locales/messages.json'
import { relativeTime } from './relative-time'

const NOW = Date.UTC(2026, 10, 21, 4, 0, 0)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const messages = new Map(Object.entries(locales).map(([key, entry]) => [`messages.${key}`, entry]))
const zh = createTranslator('zh', messages)
const ago = (passed: number, words = zh) => relativeTime(NOW - passed, NOW, 'Asia/Shanghai', words)

it.each([
  [0, '刚刚'],
  [59_999, '刚刚'],
  [MINUTE, '1分钟前'],
  [HOUR - 1, '59分钟前'],
  [HOUR, '1小时前'],
  [DAY - 1, '23小时前'],
  [DAY, '1天前'],
  [7 * DAY - 1, '6天前'],
  [7 * DAY, '1周前'],
  [28 * DAY - 1, '3周前'],
  [28 * DAY, '1个月前'],
  [30 * DAY, '1个月前'],
  [60 * DAY, '2个月前'],
  [120 * DAY - 1, '3个月前'],
  [120 * DAY, '2026-07-24'],
])('%i ms ago is %s', (passed, text) => {
  expect(ago(passed)).toBe(text)
})

it('takes a moment that a clock has ahead for now', () => {
  expect(ago(-5 * MINUTE)).toBe('刚刚')
})

it('tells one from several in English', () => {
  const en = createTranslator('en', messages)
  expect([ago(MINUTE, en), ago(3 * DAY, en)]).toEqual(['1 minute ago', '3 days ago'])
})
