import axe from 'axe-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { ModelPage } from './model-page'

const NAMES = Array.from({ length: 12 }, (_, index) => `f${index}`)
/** Wider than twelve of them have room for. */
const wordsOf = (name: string) => `值${name}${'地'.repeat(14)}`
const field = (vModel: string) => ({
  __vModel__: vModel,
  __config__: { jnpfKey: 'input', label: `列${vModel}`, span: 24, showLabel: true },
})
const column = (prop: string) => ({ prop, id: prop, label: `列${prop}`, width: 180 })
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({ fields: NAMES.map(field) }),
  columnData: JSON.stringify({
    type: 1,
    columnList: NAMES.map(column),
    btnsList: [],
    columnBtnsList: [{ value: 'edit' }],
  }),
}

let drawn: ReturnType<typeof draw> | undefined
const clear = () => {
  sessionStorage.clear()
  localStorage.clear()
}
beforeEach(clear)
afterEach(async () => {
  drawn?.unmount()
  drawn = undefined
  clear()
  await page.viewport(1440, 900)
})

async function open(): Promise<HTMLElement> {
  const row = Object.fromEntries(NAMES.map((name) => [name, wordsOf(name)]))
  drawn = draw(
    <ModelPage modelId="m1" menuId="menu1" />,
    testHost({
      'onlineDevelopment.config': () => config,
      'onlineDevelopment.list': () => ({ list: [{ id: 'w1', ...row }], pagination: { total: 1 } }),
      'listView.list': () => ({ list: [], mayShare: 0 }),
    }),
  )
  await expect.poll(() => drawn?.place.textContent).toContain('值f0')
  return drawn.place
}

const heads = () => [...document.querySelectorAll('[data-column]')].map((head) => head.textContent?.trim())
const below = () =>
  [...document.querySelectorAll('.loam-list-left > div')].map((one) => one.textContent?.trim())

it('lets columns that have no room leave to below their row, and scrolls sideways no more', async () => {
  await page.viewport(1440, 900)
  const place = await open()
  const scroller = place.querySelector('.loam-list-table-scroller') as HTMLElement
  await expect.poll(() => heads().length).toBeLessThan(NAMES.length)
  expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth)
  const shown = heads().length
  const rest = NAMES.slice(shown)
  expect(heads()).toEqual(NAMES.slice(0, shown).map((name) => `列${name}`))
  expect(below()).toEqual([])
  const toggle = page.getByRole('button', { name: `其余 ${rest.length} 列` })
  await userEvent.click(toggle)
  await expect.poll(below).toEqual(rest.map((name) => `列${name}${wordsOf(name)}`))
  const row = place.querySelector('.loam-list-row') as HTMLElement
  const last = place.querySelector('.loam-list-left') as HTMLElement
  await expect
    .poll(() => row.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom)
    .toBeGreaterThanOrEqual(0)
  const { violations } = await axe.run(place, { runOnly: ['wcag2a', 'wcag2aa'] })
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  await userEvent.click(toggle)
  await expect.poll(below).toEqual([])
})

it('shows on a phone what a card has no line for, below it', async () => {
  await page.viewport(390, 844)
  const place = await open()
  await userEvent.click(page.getByRole('button', { name: /^其余 \d+ 列$/ }))
  await expect.poll(() => below().at(-1)).toBe(`列f11${wordsOf('f11')}`)
  const words = place.querySelector('.loam-list-card')?.textContent ?? ''
  for (const name of NAMES) expect(words).toContain(wordsOf(name))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
