import type { Host } from '@runtime/host'
import { NameCache } from '@runtime/widget/name-cache'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, testHost, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)

const AREAS: Readonly<Record<string, readonly { id: string; fullName: string; isLeaf: boolean }[]>> = {
  '-1': [
    { id: '33', fullName: '浙江省', isLeaf: false },
    { id: '71', fullName: '台湾省', isLeaf: true },
  ],
  '33': [{ id: '3301', fullName: '杭州市', isLeaf: false }],
  '3301': [
    { id: '330106', fullName: '西湖区', isLeaf: false },
    { id: '330108', fullName: '滨江区', isLeaf: false },
  ],
}
const NAMES = new Map(
  Object.values(AREAS)
    .flat()
    .map(({ id, fullName }) => [id, fullName]),
)

function areaHost(): Host & { readonly requested: string[] } {
  const requested: string[] = []
  const names = new NameCache(async (requests) =>
    requests.map(({ ids }) => ids.flatMap((id) => (NAMES.has(id) ? { id, text: NAMES.get(id) ?? '' } : []))),
  )
  return {
    ...testHost(),
    requested,
    names,
    named: names.lookup,
    async call(name, input = {}) {
      if (name === 'area.selector') {
        requested.push(String(input['parentId']))
        return { data: { list: AREAS[String(input['parentId'])] ?? [] }, msg: '' }
      }
      const found = {
        id: '330106',
        fullName: '西湖区',
        path: ['33', '3301', '330106'],
        names: ['浙江省', '杭州市', '西湖区'],
      }
      return { data: { list: [found] }, msg: '' }
    },
  }
}

const box = () => page.getByRole('combobox', { name: '字段' })
const dialog = () => page.getByRole('dialog', { name: '省市区' })
const item = (name: string) => dialog().getByRole('treeitem', { name })
const picked = () =>
  [...document.querySelectorAll('.loam-picker-picked .loam-picker-name')].map(
    ({ textContent }) => textContent,
  )
const confirm = () => dialog().getByRole('button', { name: '确定' }).click()

async function open(settings: object = {}, value: unknown = []) {
  const host = areaHost()
  const mounted = mountWidget(widget, { settings, value, props: { host } })
  await box().click()
  await expect.element(item('浙江省')).toBeVisible()
  return { ...mounted, host }
}

it('opens branch by branch from -1, and takes only what completes three ids', async () => {
  const { value, host } = await open()
  await userEvent.click(item('台湾省').element(), { force: true })
  await item('浙江省').click()
  await item('杭州市').click()
  expect(picked()).toEqual([])
  await item('西湖区').click()
  await item('滨江区').click()
  expect(picked()).toHaveLength(1)
  await confirm()
  expect(value()).toEqual(['33', '3301', '330108'])
  expect(host.requested).toEqual(['-1', '33', '3301'])
  await expect.element(box()).toHaveTextContent('浙江省/杭州市/滨江区')
})

it('takes several without doubles, to the level asked', async () => {
  const { value } = await open({ multiple: true, level: 1 }, [['33', '3301']])
  await item('浙江省').click()
  expect(item('杭州市').element().getAttribute('aria-selected')).toBe('true')
  expect(item('杭州市').element().hasAttribute('aria-expanded')).toBe(false)
  await confirm()
  expect(value()).toEqual([['33', '3301']])
})

it('has a clear-list act, and finds by keyword', async () => {
  const { value } = await open({}, ['33', '3301', '330108'])
  expect(picked()).toEqual(['浙江省/杭州市/滨江区'])
  await dialog().getByRole('button', { name: '清空列表' }).click()
  expect(picked()).toEqual([])
  await userEvent.fill(dialog().getByRole('combobox').element(), '西湖')
  await dialog().getByRole('option', { name: '西湖区' }).click()
  await confirm()
  expect(value()).toEqual(['33', '3301', '330106'])
})

it('is not cleared while it is disabled', async () => {
  const host = areaHost()
  const { changes } = mountWidget(widget, {
    value: ['33', '3301', '330106'],
    props: { host, disabled: true },
  })
  await userEvent.hover(document.querySelector('.arco-select-view') as Element, { force: true })
  expect(document.querySelector('.loam-choice-clear')).toBeNull()
  expect(changes).toEqual([])
})
