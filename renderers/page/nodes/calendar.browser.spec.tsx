import type { Host } from '@runtime/host'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FILE, show } from '../specs/shown-page'

const LOADING = { timeout: 45_000 }
const at = (day: number, hour: number) => Date.parse(`2026-11-${day}T${hour}:00:00`)
const own = [
  { id: 'a', title: '灌溉例会', start: at(12, 14), end: at(12, 15), whole: 0, declined: 0 },
  { id: 'b', title: '墒情复核', start: at(13, 10), end: at(13, 11), whole: 0, declined: 1 },
]
const turns = [{ id: 'c', title: '一组轮灌', start: at(12, 16), end: at(12, 18), whole: 0, kind: '轮灌计划' }]
const body = {
  node: 'calendar',
  source: 'rows',
  also: '${data.turns}',
  title: '日程',
  at: '2026-11-12',
  ...{ date: 'start', end: 'end', allDay: 'whole', text: '${row.title}' },
  legend: "${row.kind == null ? '我的日程' : row.kind}",
  muted: 'row.declined == 1',
  pressable: 'row.kind == null',
  do: { call: 'schedule.opened', with: { id: '${row.id}' } },
  shown: { set: { 'page.from': '${from}' } },
}

function calendar(language: Host['language'] = 'zh') {
  const call = vi.fn<Host['call']>(async (name) => ({
    data: { list: name === 'turns.list' ? turns : name === 'schedule.list' ? own : [] },
    msg: '',
  }))
  const content = {
    title: 'A',
    state: { from: null },
    data: {
      rows: { call: 'schedule.list', with: { from: '${page.from}' }, when: 'page.from != null' },
      turns: { call: 'turns.list' },
    },
    body,
  }
  const host = show({ [FILE]: content }, call)
  Object.assign(host, { language })
  return call
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const titles = () => all('.loam-entry-title').map((entry) => entry.firstChild?.textContent)
const board = () => document.querySelector('.loam-calendar-board [role="table"]')
const kind = (name: string) => page.getByRole('button', { name, exact: true })

describe('a calendar', () => {
  beforeEach(async () => {
    localStorage.clear()
    await page.viewport(1440, 900)
  })

  it('shows further records beside its own, and hides a kind that is switched off, also at the next visit', async () => {
    calendar()
    await expect.poll(titles, LOADING).toEqual(['灌溉例会', '一组轮灌', '墒情复核'])
    await kind('轮灌计划').click()
    await expect.poll(titles).toEqual(['灌溉例会', '墒情复核'])
    await expect.element(kind('轮灌计划')).toHaveAttribute('aria-pressed', 'false')
    calendar()
    await expect.poll(titles, LOADING).toEqual(['灌溉例会', '墒情复核'])
  })

  it('strikes through what is muted, and leaves unpressed what cannot be', async () => {
    const call = calendar()
    await expect.poll(titles, LOADING).toHaveLength(3)
    const muted = all('.loam-entry-muted .loam-entry-title')
    expect(muted.map((entry) => getComputedStyle(entry).textDecorationLine)).toEqual(['line-through'])
    expect(all('.loam-entry[role="button"]')).toHaveLength(2)
    all('.loam-entry[role="button"]')[0]?.focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => call.mock.calls.find(([name]) => name === 'schedule.opened')?.[1])
      .toEqual({ id: 'a' })
  })

  it('keeps its board while other days are asked for', async () => {
    const call = calendar()
    await expect.poll(titles, LOADING).toHaveLength(3)
    const before = board()
    await userEvent.keyboard('{PageDown}')
    all('.loam-entry[role="button"]')[0]?.focus()
    await userEvent.keyboard('{PageDown}')
    await expect.element(page.getByText('2026年12月')).toBeVisible()
    const asked = () => call.mock.calls.filter(([name]) => name === 'schedule.list')
    await expect.poll(() => asked().length).toBe(2)
    expect(board()).not.toBeNull()
    expect(board()).toBe(before)
  })

  it('says the Chinese calendar to those who read it alone', async () => {
    calendar()
    const lunar = () => document.querySelector('[data-date="2026-11-09"] .loam-day-lunar')?.textContent
    await expect.poll(lunar, LOADING).toBe('十月')
    expect(document.querySelector('[data-date="2026-11-09"] .loam-day-lunar')?.getAttribute('title')).toBe(
      '农历十月',
    )
    calendar('en')
    await expect.poll(titles, LOADING).toHaveLength(3)
    expect(all('.loam-day-lunar')).toEqual([])
  })
})
