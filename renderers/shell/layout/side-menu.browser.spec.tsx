import { draw, testHost } from '@renderers/testing'
import type { MenuEntry } from '@runtime/menu/destination'
import { MemoryRouter, useNavigate } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { SideMenu } from './side-menu'
import './workspace.css'

const entry = (id: string, rest: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
  enCode: id,
  fullName: id,
  type: 2,
  urlAddress: id,
  ...rest,
})
/** Longer than its place; the last entry stands two directories deep. */
const MENU: readonly MenuEntry[] = [
  ...Array.from({ length: 40 }, (_, index) => entry(`page${index}`)),
  entry('outer', { type: 0, children: [entry('inner', { type: 0, children: [entry('deep')] })] }),
]

let go: (to: string) => void = () => {}
function Leading() {
  const navigate = useNavigate()
  go = (to) => void navigate(to)
  return null
}

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

it('opens to the screen that something else has led to, scrolls it into view, and keeps the logo', async () => {
  drawn = draw(
    <MemoryRouter initialEntries={['/page0']}>
      <Leading />
      <aside className="loam-sider" style={{ height: 400, width: 210 }}>
        <a className="loam-brand" href="/home">
          Loam
        </a>
        <SideMenu menu={MENU} folded={false} />
      </aside>
    </MemoryRouter>,
    testHost({}),
  )
  const brand = page.getByRole('link', { name: 'Loam' })
  await expect.element(page.getByText('page0', { exact: true })).toBeInViewport()
  const at = brand.element().getBoundingClientRect().top
  go('/deep')
  const deep = page.getByText('deep', { exact: true })
  await expect.element(deep).toBeVisible()
  const nav = drawn.place.querySelector('nav')
  const isSeen = () => {
    const [row, room] = [deep.element(), nav].map((one) => one?.getBoundingClientRect())
    return row && room && row.height > 0 && row.top >= room.top && row.bottom <= room.bottom + 1
  }
  await expect.poll(isSeen).toBe(true)
  expect(brand.element().getBoundingClientRect().top).toBe(at)
  go('/page0')
  await expect.poll(() => nav?.scrollTop).toBeLessThan(60)
})
