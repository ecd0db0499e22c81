import axe from 'axe-core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../testing'
import { ModelPage } from './model-page'

const column = (prop: string, label: string) => ({ prop, id: prop, label })
const field = (vModel: string, jnpfKey: string, label: string) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label },
})
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields: [field('name', 'input', '名称'), field('depth', 'inputNumber', '深度')],
  }),
  columnData: JSON.stringify({
    columnList: [column('name', '名称'), column('depth', '深度')],
    btnsList: [{ value: 'batchRemove' }],
    columnBtnsList: [{ value: 'detail', label: '详情' }],
    hasPage: true,
    pageSize: 100,
  }),
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
const navigate = vi.fn()
beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  navigate.mockClear()
  host = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.list': () => ({
      list: Array.from({ length: 100 }, (_, index) => ({
        ...{ id: `w${index}`, name: `${index} 号井`, depth: 20 + index },
      })),
      pagination: { total: 100 },
    }),
  })
  host.navigate = navigate
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" path="/model/well" />, host)
  await expect.element(page.getByText('2 号井', { exact: true })).toBeVisible()
  document.querySelector<HTMLElement>('[data-row="w1"]')?.focus()
})
afterEach(() => drawn?.unmount())

const keys = (text: string) => userEvent.keyboard(text)
/** From a row past its tick and its number to its name. */
const toName = () => keys('{ArrowRight}{ArrowRight}{ArrowRight}')
/** Where the focus is: the row's id, and what its cell says. */
const spot = () => {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  const cell = document.activeElement === row ? null : document.activeElement?.textContent
  return [row?.dataset['row'], cell]
}

it('goes from a row into its cells, along them, and back', async () => {
  await toName()
  expect(spot()).toEqual(['w1', '1 号井'])
  await keys('{ArrowDown}')
  await expect.poll(spot).toEqual(['w2', '2 号井'])
  await keys('{ArrowRight}{ArrowUp}')
  await expect.poll(spot).toEqual(['w1', '21'])
  await keys('{End}')
  expect(spot()).toEqual(['w1', '详情'])
  await keys('{ArrowRight}{Home}{ArrowLeft}')
  expect(spot()).toEqual(['w1', null])
})

it('goes by pages and to the ends, and draws where it comes to', async () => {
  await toName()
  await keys('{Control>}{End}{/Control}')
  await expect.poll(() => spot()[0]).toBe('w99')
  await keys('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}{PageDown}')
  await expect.poll(() => Number(spot()[0]?.slice(1))).toBeGreaterThan(4)
  await keys('{PageUp}')
  await expect.poll(spot).toEqual(['w0', '0 号井'])
})

it('goes on from where it is going to, however fast the keys come', async () => {
  await toName()
  const press = (key: string, ctrlKey = false) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
    )
  press('End', true)
  press('ArrowUp')
  press('Home')
  await expect.poll(spot).toEqual(['w98', expect.any(String)])
  await keys('{ArrowRight}{ArrowRight}')
  await expect.poll(spot).toEqual(['w98', '98 号井'])
})

it('has one stop for Tab, the cell where the focus was', async () => {
  await toName()
  const stops = () =>
    [...document.querySelectorAll<HTMLElement>('.loam-list-table-rows [tabindex="0"]')].map(
      ({ textContent }) => textContent,
    )
  await expect.poll(stops).toEqual(['1 号井'])
})

it('copies a cell as it is shown, unless rows are ticked', async () => {
  const written: string[] = []
  const listen = (event: ClipboardEvent) => written.push(event.clipboardData?.getData('text/plain') ?? '')
  document.addEventListener('copy', listen)
  await toName()
  await keys('{ArrowRight}{Control>}c{/Control}')
  await expect.poll(() => written).toEqual(['21'])
  await keys(' {Control>}c{/Control}')
  await expect.poll(() => written[1]).toBe('1 号井\t21')
  document.removeEventListener('copy', listen)
  expect(host.toasts.map(({ text }) => text)).toEqual(['已复制单元格', '已复制 1 行'])
})

it('ticks at Space, opens at Enter, and goes to a button and back', async () => {
  await toName()
  await keys(' ')
  await expect.element(page.getByRole('checkbox', { name: '选择第 2 行' })).toBeChecked()
  await keys('{Enter}')
  await expect.poll(() => navigate.mock.calls).toEqual([['/model/well/w1']])
  await keys('{End}{Enter}')
  await expect.poll(() => document.activeElement?.tagName).toBe('BUTTON')
  await keys('{Escape}')
  expect(spot()).toEqual(['w1', '详情'])
})

it('has no faults for a screen reader', async () => {
  await toName()
  const { violations } = await axe.run(drawn?.place as HTMLElement, {
    runOnly: ['wcag2a', 'wcag2aa', 'best-practice'],
    rules: { region: { enabled: false } },
  })
  expect(violations.map(({ id }) => id)).toEqual([])
})
