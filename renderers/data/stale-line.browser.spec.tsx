import { CallError, type Host } from '@runtime/host'
import { describe, expect, it, vi } from 'vitest'
import { FILE, show } from '../page/specs/shown-page'

const ROWS = [{ id: '1', fullName: '东泵', depth: 20 }]

/** A page of one node whose source answers once and then fails until it is told to answer again. */
function shown(body: object) {
  let fails = false
  const call = vi.fn<Host['call']>(async () => {
    if (fails) throw new CallError(500, '服务器没有回应')
    return { data: { list: ROWS }, msg: '' }
  })
  const reload = { node: 'button', text: '再读', do: { reload: 'pumps' } }
  const page = {
    title: 'A',
    data: { pumps: { call: 'pumps.list' } },
    body: { node: 'stack', items: [reload, body] },
  }
  show({ [FILE]: page }, call)
  ;(document.body.firstElementChild as HTMLElement).style.height = '700px'
  return { call, fail: (next: boolean) => (fails = next) }
}

const COLUMNS = [{ path: 'fullName', label: '名称' }]
/** What is drawn, its node, and a word by which it is known to be there. */
const NODES: readonly (readonly [string, object, string])[] = [
  ['list', { node: 'list', source: 'pumps', title: 'L', columns: COLUMNS, paging: false }, '东泵'],
  ['table', { node: 'table', source: 'pumps', columns: COLUMNS }, '东泵'],
  ['tree', { node: 'tree', source: 'pumps' }, '东泵'],
  [
    'chart',
    {
      node: 'chart',
      source: 'pumps',
      title: 'C',
      kind: 'bar',
      x: 'fullName',
      y: [{ path: 'depth', label: '深度' }],
    },
    '@page.chartNumbers',
  ],
]

const text = () => document.body.textContent ?? ''
const line = () => document.querySelector<HTMLElement>('.loam-stale')

describe('what could not be made newer', () => {
  it.each(NODES)(
    'in a %s stays, with a line since when and a way to try again',
    async (_name, body, word) => {
      const { call, fail } = shown(body)
      await expect.poll(text, { timeout: 30_000 }).toContain(word)
      expect(line()).toBeNull()
      fail(true)
      ;[...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === '再读')?.click()
      await expect.poll(() => line()?.textContent ?? '').toContain('@view.staleSince')
      expect(text()).toContain(word)
      expect(line()?.getAttribute('role')).toBe('status')
      fail(false)
      const before = call.mock.calls.length
      await expect.poll(() => line()?.querySelector('button')?.disabled).toBe(false)
      line()?.querySelector('button')?.click()
      await expect.poll(line).toBeNull()
      expect(call.mock.calls.length).toBe(before + 1)
      expect(text()).toContain(word)
    },
  )
})
