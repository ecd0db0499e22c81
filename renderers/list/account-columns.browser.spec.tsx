import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { ModelPage } from './model-page'

const names = { name: '名称', depth: '深度', place: '位置' }
const columns = Object.entries(names).map(([prop, label]) => ({ prop, id: prop, label, sortable: true }))
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields: Object.entries(names).map(([name, label]) => ({
      __vModel__: name,
      __config__: { jnpfKey: 'input', label, span: 24, showLabel: true },
    })),
  }),
  columnData: JSON.stringify({
    type: 1,
    hasPage: true,
    pageSize: 20,
    columnOptions: columns,
    searchList: [],
    columnList: columns,
    btnsList: [],
    columnBtnsList: [],
  }),
}

let drawn: ReturnType<typeof draw> | undefined
const clear = () => {
  sessionStorage.clear()
  localStorage.clear()
}
beforeEach(clear)
afterEach(() => {
  drawn?.unmount()
  clear()
})

const heads = () =>
  [...document.querySelectorAll<HTMLElement>('[data-column]')].map((one) => one.dataset['column'])

async function open(kept: () => Promise<readonly unknown[]>) {
  const handle = { read: vi.fn(kept), save: vi.fn() }
  const host = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.list': () => ({
      list: [{ id: 'w1', name: '东井', depth: '20', place: '渠边' }],
      pagination: { total: 1 },
    }),
    'listView.list': () => ({ list: [], mayShare: 0 }),
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, Object.assign(host, { columns: handle }))
  await expect.poll(() => drawn?.place.textContent).toContain('东井')
  return handle
}

it('shows columns as the account keeps them, and once more at once from what this browser has kept', async () => {
  const kept = [
    { prop: 'name', label: '名称', columnVisible: true, order: 2 },
    { prop: 'depth', label: '深度', visible: false, order: 1 },
    { prop: 'place', label: '位置', columnVisible: true, order: 0, width: 300 },
  ]
  const { read } = await open(async () => kept)
  expect(read.mock.calls).toEqual([['menu1']])
  await expect.poll(heads).toEqual(['place', 'name'])
  drawn?.unmount()
  await open(() => new Promise(() => undefined))
  expect(heads()).toEqual(['place', 'name'])
})

it('is as this browser knows it while nothing answers', async () => {
  await open(() => Promise.reject(new Error('offline')))
  expect(heads()).toEqual(['name', 'depth', 'place'])
})

it('keeps with the account what is set in a drawer of 320 px, and the order of the list itself when that is taken back', async () => {
  const { save } = await open(async () => [])
  const drawer = () => page.getByRole('dialog', { name: '列设置' })
  await page.getByRole('button', { name: '列设置' }).click()
  await expect.poll(() => Math.round(drawer().element().getBoundingClientRect().width)).toBe(320)
  await drawer().getByRole('button', { name: '上移 位置' }).click()
  await drawer().getByText('深度').click()
  await drawer()
    .getByRole('button', { name: /^确\s*定$/ })
    .click()
  await expect.poll(heads).toEqual(['name', 'place'])
  expect(save.mock.calls).toEqual([
    [
      'menu1',
      [
        { prop: 'name', columnVisible: true, order: 0 },
        { prop: 'place', columnVisible: true, order: 1 },
        { prop: 'depth', columnVisible: false, order: 2 },
      ],
    ],
  ])
  await page.getByRole('button', { name: '列设置' }).click()
  await drawer()
    .getByRole('button', { name: /重\s*置|恢复/ })
    .click()
  await expect.poll(heads).toEqual(['name', 'depth', 'place'])
  expect(save.mock.lastCall?.[1]).toMatchObject([
    { prop: 'name' },
    { prop: 'depth', columnVisible: true },
    {},
  ])
})
