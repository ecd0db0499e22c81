import type { Host } from '@runtime/host'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { button, FILE, show } from '../specs/shown-page'

const LOADING = { timeout: 45_000 }
const card = (name: string, more: object = {}) => ({
  name,
  title: `卡${name}`,
  rows: 2,
  body: { node: 'text', text: `内容 ${name}` },
  ...more,
})
const body = { node: 'portal', arrange: 'true', items: [card('a'), card('b'), card('c', { columns: 8 })] }

/** What accounts keep, by place. */
const kept = new Map<string, unknown>()
let refuses = false

function portal(more: object = {}, page: object = {}) {
  const call = vi.fn<Host['call']>(async (name, input = {}) => {
    const place = String(input['place'])
    if (name === 'currentUser.portal') return { data: { arrangement: kept.get(place) ?? null }, msg: '' }
    if (name === 'currentUser.arrangePortal') {
      if (refuses) throw new Error('断线')
      kept.set(place, input['arrangement'])
    }
    return { data: null, msg: '' }
  })
  const host = show({ [FILE]: { title: 'A', ...page, body: { ...body, ...more } } }, call)
  return Object.assign(call, { host })
}

const cards = () => [...document.querySelectorAll<HTMLElement>('.loam-portal-card')]
const order = () => cards().map(({ dataset }) => dataset['card'])
const grip = (at: number) => cards()[at]?.querySelector<HTMLElement>('.loam-portal-grip') as HTMLElement
const widths = () => cards().map(({ style }) => style.getPropertyValue('--loam-columns'))
const arrange = async () => (await button('@page.portalArrange')).click()

afterEach(async () => {
  localStorage.clear()
  kept.clear()
  refuses = false
  await screen.viewport(1440, 900)
})

describe('a portal', () => {
  it('is a grid of cards, of which those stand that are visible, and one column on a phone', async () => {
    await screen.viewport(1440, 900)
    portal({ items: [...body.items, card('d', { visible: 'false' })] })
    await expect.poll(order, LOADING).toEqual(['a', 'b', 'c'])
    const tops = () => cards().map((one) => Math.round(one.getBoundingClientRect().top))
    await expect.poll(() => tops()[0] === tops()[1]).toBe(true)
    await screen.viewport(390, 844)
    await expect.poll(() => new Set(tops()).size).toBe(3)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it('is not arranged where that does not hold', async () => {
    portal({ arrange: 'false' })
    await expect.poll(order, LOADING).toEqual(['a', 'b', 'c'])
    expect(document.querySelector('.loam-portal-tools')).toBeNull()
  })

  it('is arranged by arrows, kept for the person, and taken back', async () => {
    portal()
    await arrange()
    expect(cards()[0]?.querySelector('.loam-portal-body')?.hasAttribute('inert')).toBe(true)
    grip(0).focus()
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
    await expect.poll(order).toEqual(['b', 'a', 'c'])
    expect(widths()).toEqual(['4', '5', '8'])
    expect(document.activeElement?.textContent).toContain('卡a')
    ;(await button('@page.portalKeep')).click()
    await expect.poll(() => document.querySelector('.loam-portal-grip')).toBeNull()
    const place = `${FILE} portal`
    await expect
      .poll(() => kept.get(place))
      .toEqual([
        { name: 'b', columns: 4, rows: 2 },
        { name: 'a', columns: 5, rows: 3 },
        { name: 'c', columns: 8, rows: 2 },
      ])
    portal()
    await expect.poll(order, LOADING).toEqual(['b', 'a', 'c'])
    expect(widths()).toEqual(['4', '5', '8'])
    await arrange()
    ;(await button('@page.portalReset')).click()
    await expect.poll(order).toEqual(['a', 'b', 'c'])
    await expect.poll(() => kept.get(place)).toBeNull()
    expect(localStorage.length).toBe(0)
  })

  it('stands as the document has it where the account does not take an arrangement, and says so', async () => {
    const { host } = portal()
    await arrange()
    refuses = true
    grip(0).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(order).toEqual(['b', 'a', 'c'])
    ;(await button('@page.portalKeep')).click()
    await expect.poll(() => vi.mocked(host.toast).mock.calls).toEqual([['error', '断线']])
    await expect.poll(order).toEqual(['a', 'b', 'c'])
  })

  it('hands what a browser kept over to the account, which goes first', async () => {
    const older = `loam_portal_1_${FILE}_portal`
    const place = `${FILE} portal`
    const turned = [{ name: 'c', columns: 8, rows: 2 }]
    localStorage.setItem(older, JSON.stringify(turned))
    portal()
    await expect.poll(order, LOADING).toEqual(['c', 'a', 'b'])
    await expect.poll(() => kept.get(place)).toEqual(turned)
    await expect.poll(() => localStorage.getItem(older)).toBeNull()
    expect(order()).toEqual(['c', 'a', 'b'])
    kept.set(place, [{ name: 'b', columns: 4, rows: 2 }])
    localStorage.setItem(older, JSON.stringify(turned))
    portal()
    await expect.poll(order, LOADING).toEqual(['b', 'a', 'c'])
    await expect.poll(() => localStorage.getItem(older)).toBeNull()
  })

  it('asks nothing of the account where nobody arranges it, or where a page keeps it', async () => {
    const names = (call: ReturnType<typeof portal>) => call.mock.calls.map(([name]) => name)
    const { arrange: _, ...plain } = body
    const fixed = vi.fn<Host['call']>(async () => ({ data: null, msg: '' }))
    show({ [FILE]: { title: 'A', body: plain } }, fixed)
    await expect.poll(order, LOADING).toEqual(['a', 'b', 'c'])
    expect(fixed).not.toHaveBeenCalled()
    const saved = portal({ save: [{ reset: true }] })
    await expect.poll(order, LOADING).toEqual(['a', 'b', 'c'])
    expect(names(saved)).toEqual([])
  })

  it('is arranged by dragging and by buttons, and stays as it was where that is cancelled', async () => {
    portal()
    await arrange()
    const from = grip(2).getBoundingClientRect()
    const to = grip(0).getBoundingClientRect()
    const at = ({ x, y }: DOMRect) => ({ clientX: x + 8, clientY: y + 8, bubbles: true, button: 0 })
    grip(2).dispatchEvent(new PointerEvent('pointerdown', at(from)))
    window.dispatchEvent(new PointerEvent('pointermove', at(to)))
    window.dispatchEvent(new PointerEvent('pointerup', at(to)))
    await expect.poll(order).toEqual(['c', 'a', 'b'])
    window.dispatchEvent(new PointerEvent('pointermove', at(from)))
    expect(order()).toEqual(['c', 'a', 'b'])
    const [, , narrower] = cards()[0]?.querySelectorAll<HTMLElement>('.loam-portal-steps button') ?? []
    narrower?.click()
    await expect.poll(widths).toEqual(['7', '4', '4'])
    expect(document.querySelector('.loam-portal-said')?.textContent).toBe('@page.portalMoved')
    ;(await button('@common.cancel')).click()
    await expect.poll(order).toEqual(['a', 'b', 'c'])
  })

  it('keeps an arrangement by its action, and shows the one it is given', async () => {
    const call = portal(
      {
        arrangement: '${page.mine}',
        save: [{ call: 'portal.keep', with: { layout: '${arrangement}' } }],
      },
      { state: { mine: [{ name: 'c', columns: 3, rows: 3 }] } },
    )
    await expect.poll(order, LOADING).toEqual(['c', 'a', 'b'])
    await arrange()
    grip(0).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(order).toEqual(['a', 'c', 'b'])
    ;(await button('@page.portalKeep')).click()
    await expect
      .poll(() => call.mock.calls[0]?.slice(0, 2))
      .toEqual([
        'portal.keep',
        {
          layout: [
            { name: 'a', columns: 4, rows: 2 },
            { name: 'c', columns: 3, rows: 3 },
            { name: 'b', columns: 4, rows: 2 },
          ],
        },
      ])
    expect(order()).toEqual(['a', 'c', 'b'])
    expect(localStorage.length).toBe(0)
  })

  it('keeps its other cards where one fails', async () => {
    portal({ items: [card('a', { body: { node: 'nothing' } }), card('b')] })
    await expect.poll(() => cards()[0]?.textContent, LOADING).toContain('@document.unknownNode')
    expect(cards()[1]?.textContent).toContain('内容 b')
  })
})
