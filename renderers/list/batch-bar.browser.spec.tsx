import type { Host } from '@runtime/host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FILE, show } from '../page/specs/shown-page'

const NAMES = ['东泵', '西泵', '南泵']
const BATCH = {
  text: '全部停下',
  value: 'stop',
  needsRows: true,
  do: { call: 'pumps.stop', with: { ids: '${MAP(rows, x => x.id)}' } },
}
const AGAIN = { text: '再读', value: 'again', do: { reload: 'pumps' } }

let rows: readonly object[]
beforeEach(() => {
  sessionStorage.clear()
  rows = NAMES.map((name, index) => ({ id: String(index + 1), name }))
})
afterEach(() => page.viewport(1280, 800))

async function listed(words: object = {}) {
  const call = vi.fn<Host['call']>(async () => ({ data: { list: rows }, msg: '' }))
  const columns = [{ path: 'name', label: '名称' }]
  const body = {
    ...{ node: 'list', source: 'pumps', title: '水泵', columns, paging: false, selection: true },
    ...{ toolbar: [AGAIN, BATCH], ...words },
  }
  show({ [FILE]: { title: 'A', data: { pumps: { call: 'pumps.list' } }, body } }, call)
  const place = document.body.firstElementChild as HTMLElement
  place.style.height = '600px'
  await expect.poll(() => document.body.textContent, { timeout: 20_000 }).toContain('南泵')
  return call
}

const bar = () => document.querySelector<HTMLElement>('.loam-list-batch')
const tick = (index: number) =>
  (
    page.getByRole('checkbox', { name: `@view.selectRow`, exact: false }).nth(index).element() as HTMLElement
  ).click()
const buttonIn = (place: string, text: string) =>
  [...document.querySelectorAll<HTMLButtonElement>(`${place} button`)].find(
    (one) => one.textContent?.trim() === text,
  )
const stopped = (call: Awaited<ReturnType<typeof listed>>) =>
  call.mock.calls.filter(([name]) => name === 'pumps.stop').map(([, input]) => input?.['ids'])

describe('rows that are ticked', () => {
  it('bring a bar with what acts on them, which the toolbar has no longer', async () => {
    const call = await listed()
    expect(bar()).toBeNull()
    expect(buttonIn('.loam-list-toolbar', '全部停下')?.disabled).toBe(true)
    tick(0)
    tick(2)
    await expect.poll(() => bar()?.querySelector('[role="status"]')?.textContent).toBe('@view.selected')
    expect(buttonIn('.loam-list-toolbar', '全部停下')).toBeUndefined()
    expect(buttonIn('.loam-list-toolbar', '再读')).toBeDefined()
    buttonIn('.loam-list-batch', '全部停下')?.click()
    await expect.poll(() => stopped(call)).toEqual([['1', '3']])
    // Only what acts on ticked rows stands there.
    expect(buttonIn('.loam-list-batch', '再读')).toBeUndefined()
  })

  it('are let go by the bar’s button and by Escape, and the ticks have the focus', async () => {
    await listed()
    for (const leave of [
      async () => userEvent.click(page.getByRole('button', { name: '@view.clearSelected' })),
      async () => {
        buttonIn('.loam-list-batch', '全部停下')?.focus()
        await userEvent.keyboard('{Escape}')
      },
    ]) {
      tick(1)
      await expect.poll(bar).not.toBeNull()
      await leave()
      await expect.poll(bar).toBeNull()
      expect(document.activeElement?.matches('input[type="checkbox"]')).toBe(true)
      expect(document.querySelectorAll('input[type="checkbox"]:checked')).toHaveLength(0)
    }
  })

  it('and are gone when the same is asked again are ticked no more', async () => {
    const call = await listed()
    tick(0)
    tick(1)
    rows = rows.slice(1)
    buttonIn('.loam-list-toolbar', '再读')?.click()
    await expect.poll(() => document.body.textContent).not.toContain('东泵')
    buttonIn('.loam-list-batch', '全部停下')?.click()
    await expect.poll(() => stopped(call)).toEqual([['2']])
    rows = []
    buttonIn('.loam-list-toolbar', '再读')?.click()
    await expect.poll(bar).toBeNull()
  })

  it('leave the bar in view on a phone, beside many rows, with targets for a thumb', async () => {
    await page.viewport(390, 700)
    rows = Array.from({ length: 200 }, (_, index) => ({
      id: `r${index}`,
      name: index === 0 ? '南泵' : `泵 ${index}`,
    }))
    await listed({ toolbar: [BATCH, { ...BATCH, text: '删除', value: 'gone' }] })
    const checkbox = () => document.querySelector<HTMLElement>('.loam-list input[type="checkbox"]')
    await expect.poll(checkbox).not.toBeNull()
    checkbox()?.click()
    await expect.poll(bar).not.toBeNull()
    const box = (bar() as HTMLElement).getBoundingClientRect()
    expect(box.bottom).toBeLessThanOrEqual(window.innerHeight)
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(390)
    for (const button of bar()?.querySelectorAll('button') ?? [])
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    // Nothing that may be done is hidden behind the way out.
    const [gone, way] = ['删除', '@view.clearSelected'].map((name) =>
      page.getByRole('button', { name }).element().getBoundingClientRect(),
    )
    expect(gone?.right).toBeLessThanOrEqual(way?.left ?? 0)
  })
})
