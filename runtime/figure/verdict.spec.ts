import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  alarmVerdict,
  changeWords,
  deviceVerdict,
  dueVerdict,
  runVerdict,
  unreadVerdict,
  waterVerdict,
} from './verdict'

const brief = ({ tone, key }: { readonly tone: string; readonly key: string }) =>
  `${tone} ${key.replace('@home.verdict.', '')}`

describe('a verdict', () => {
  it('is on water by its plan, and without one by other days', () => {
    expect(brief(waterVerdict(100, 100, []))).toBe('success withinPlan')
    expect(brief(waterVerdict(110, 100, []))).toBe('success withinPlan')
    expect(brief(waterVerdict(111, 100, [1_000]))).toBe('warning overPlan')
    // Days without water, or of unknown water, say nothing of how much is usual.
    expect(brief(waterVerdict(160, null, [100, 0, null, 100]))).toBe('warning high')
    expect(brief(waterVerdict(150, null, [100, 0, null, 100]))).toBe('success normal')
    expect(brief(waterVerdict(5, null, [0, null]))).toBe('success normal')
    expect(brief(waterVerdict(null, 100, [1]))).toBe('muted unknown')
    // Nothing yet is neither good nor bad.
    expect(brief(waterVerdict(0, null, [100]))).toBe('muted unused')
    expect(brief(waterVerdict(0, 100, [100]))).toBe('muted unused')
  })

  it('asks for somebody where an alarm or a fault does', () => {
    expect(brief(alarmVerdict(0, 0))).toBe('success normal')
    expect(brief(alarmVerdict(2, 1))).toBe('danger act')
    expect(brief(alarmVerdict(2, 0))).toBe('warning taken')
    expect(brief(deviceVerdict(0, 0, 0))).toBe('muted none')
    expect(brief(deviceVerdict(9, 3, 1))).toBe('danger act')
    expect(brief(deviceVerdict(9, 3, 0))).toBe('warning look')
    expect(brief(deviceVerdict(9, 0, 0))).toBe('success normal')
    expect(brief(runVerdict(0))).toBe('muted idle')
    expect(brief(unreadVerdict(0))).toBe('success allRead')
    expect(brief(unreadVerdict(1))).toBe('warning unread')
    expect(brief(runVerdict(1))).toBe('success running')
  })

  it('counts what is overdue, else what is due today', () => {
    expect(dueVerdict(2, 1)).toEqual({ tone: 'danger', key: '@home.verdict.overdue', params: { count: 2 } })
    expect(dueVerdict(0, 1)).toEqual({ tone: 'warning', key: '@home.verdict.today', params: { count: 1 } })
    expect(brief(dueVerdict(0, 0))).toBe('success normal')
  })

  it('has a word in every language', () => {
    const texts = JSON.parse(readFileSync('schemas/locales/home.json', 'utf8')) as Record<string, object>
    const written = readFileSync('runtime/figure/verdict.ts', 'utf8').matchAll(/said\('\w+', '(\w+)'\)/g)
    const names = [...written].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(9)
    for (const name of names)
      expect(Object.keys(texts[`verdict.${name}`] ?? {})).toEqual(['zh', 'zhtw', 'en'])
  })
})

describe('beside yesterday', () => {
  it('is said by how much more or less it is, where both are known', () => {
    expect(changeWords(112, 100)).toEqual({ key: '@home.moreThanYesterday', params: { percent: 12 } })
    expect(changeWords(50, 100)).toEqual({ key: '@home.lessThanYesterday', params: { percent: 50 } })
    expect(changeWords(100.2, 100)).toEqual({ key: '@home.sameAsYesterday' })
    expect(changeWords(5, 0)).toBeNull()
    expect(changeWords(0, 5)).toBeNull()
    expect(changeWords(null, 5)).toBeNull()
    expect(changeWords(5, null)).toBeNull()
  })
})
