import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { ModelPage } from './model-page'

const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields: [
      { __vModel__: 'name', __config__: { jnpfKey: 'input', label: '名称', span: 24, showLabel: true } },
    ],
  }),
  columnData: JSON.stringify({
    type: 1,
    hasPage: true,
    pageSize: 20,
    columnList: [{ prop: 'name', id: 'name', label: '名称' }],
    btnsList: [{ value: 'batchRemove', label: '批量删除' }],
    columnBtnsList: [{ value: 'remove', label: '删除' }],
  }),
}

let wells: readonly { readonly id: string; readonly name: string }[] = []
const remove = (ids: readonly unknown[]) => {
  wells = wells.filter(({ id }) => !ids.includes(id))
}

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() => {
  sessionStorage.clear()
  wells = Array.from({ length: 42 }, (_, index) => ({ id: `w${index}`, name: `${index} 号机井` }))
})
afterEach(() => drawn?.unmount())

function open(): void {
  const host = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.list': ({ currentPage, pageSize }) => {
      const from = (Number(currentPage) - 1) * Number(pageSize)
      const list = wells.slice(from, from + Number(pageSize))
      return { list, pagination: { currentPage, pageSize, total: wells.length } }
    },
    'onlineDevelopment.delete': ({ id }) => remove([id]),
    'onlineDevelopment.batchDelete': ({ ids }) => {
      remove(ids as string[])
      return { deleted: 2 }
    },
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
}
const text = () => drawn?.place.textContent ?? ''
const first = () => drawn?.place.querySelector('.loam-list-row .loam-list-cell-text')?.textContent
const current = () => drawn?.place.querySelector('.arco-pagination-item-active')?.textContent
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }).first())

it('shows the last page that there is, when what was on the one after it is gone', async () => {
  open()
  await expect.poll(first).toBe('0 号机井')
  const pages = () => [...(drawn?.place.querySelectorAll<HTMLElement>('.arco-pagination-item') ?? [])]
  const third = () => pages().find((one) => one.textContent === '3')
  // The pages to go to come once the rows stand.
  await expect.poll(third).toBeDefined()
  third()?.click()
  await expect.poll(first).toBe('40 号机井')
  for (const index of [1, 2])
    (
      page.getByRole('checkbox', { name: `选择第 ${40 + index} 行`, exact: true }).element() as HTMLElement
    ).click()
  await press('批量删除')
  await expect.poll(first).toBe('20 号机井')
  await expect.poll(current).toBe('2')
  expect(text()).not.toContain('暂无数据')
  // Others have deleted meanwhile; the page is opened again where it was left.
  wells = wells.slice(0, 20)
  drawn?.unmount()
  open()
  await expect.poll(first).toBe('0 号机井')
  await expect.poll(current).toBe('1')
})
