import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../testing'
import { ModelPage } from './model-page'

const field = (vModel: string, jnpfKey: string, label: string) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label, span: 24, showLabel: true },
})
const column = (prop: string, label: string, sortable = true) => ({ prop, id: prop, label, sortable })
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields: [
      field('name', 'input', '名称'),
      field('depth', 'inputNumber', '深度'),
      field('place', 'input', '位置'),
    ],
  }),
  columnData: JSON.stringify({
    type: 1,
    hasPage: true,
    pageSize: 20,
    hasSuperQuery: true,
    columnOptions: [column('name', '名称'), column('depth', '深度'), column('place', '位置')],
    searchList: [{ ...column('name', '名称'), searchType: 2 }],
    columnList: [column('name', '名称'), column('depth', '深度'), column('place', '位置', false)],
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
  drawn = undefined
  clear()
})

async function open(first = '东井'): Promise<TestHost> {
  const host = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.list': () => ({
      list: [{ id: 'w1', name: '东井', depth: 20, place: '东坡第三块地的水渠边上' }],
      pagination: { total: 1 },
    }),
    'listView.list': () => ({ list: [], mayShare: 0 }),
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await expect.poll(() => drawn?.place.textContent).toContain(first)
  return host
}

const head = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('[data-column]')].find((one) =>
    one.textContent?.includes(name),
  )
  if (!found) throw new Error(`no column ${name}`)
  return found
}
const heads = () =>
  [...document.querySelectorAll<HTMLElement>('[data-column]')].map((one) => one.dataset['column'])
const items = () => [...document.querySelectorAll('[role="menu"] > button')].map((one) => one.textContent)
const choose = (name: string) => userEvent.click(page.getByRole('menu').getByText(name, { exact: true }))
const menuOf = async (name: string) => {
  await userEvent.click(head(name).querySelector('[aria-haspopup="menu"]') as HTMLElement)
  await expect.element(page.getByRole('menu', { name: `${name}列菜单` })).toBeVisible()
}
const widthOf = (name: string) => head(name).getBoundingClientRect().width
const lastOrder = (host: TestHost) => {
  const input = host.calls.filter(({ name }) => name === 'onlineDevelopment.list').at(-1)?.input
  return [input?.['sidx'], input?.['sort']]
}

it('has the acts of a column in a menu at its head, one button to sort beside it', async () => {
  const host = await open()
  expect(head('深度').querySelectorAll('button:not([aria-haspopup])').length).toBe(1)
  await menuOf('深度')
  expect(items()).toEqual([
    ...['升序', '降序', '不排序', '筛选'],
    ...['固定在左侧', '左移', '右移', '适应内容', '隐藏此列'],
  ])
  await choose('降序')
  await expect.poll(() => lastOrder(host)).toEqual(['depth', 'desc'])
  await expect.poll(() => head('深度').getAttribute('aria-sort')).toBe('descending')
  expect(document.querySelector('[role="menu"]')).toBeNull()
  await menuOf('位置')
  expect(items()[0]).toBe('筛选')
})

it('opens by Alt and the arrow down and by the right button, is moved in by arrows and closed by Escape', async () => {
  await open()
  head('深度').querySelector<HTMLElement>('.loam-list-sort')?.focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.poll(() => document.activeElement?.textContent).toBe('升序')
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('隐藏此列')
  await userEvent.keyboard('{Home}{ArrowDown}{Escape}')
  expect(document.querySelector('[role="menu"]')).toBeNull()
  expect(head('深度').contains(document.activeElement)).toBe(true)
  await userEvent.click(head('名称'), { button: 'right' })
  await expect.element(page.getByRole('menu', { name: '名称列菜单' })).toBeVisible()
  await userEvent.click(page.getByText('东坡第三块地的水渠边上'))
  await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull()
})

it('moves, pins and hides columns for this person, and remembers it', async () => {
  await open()
  await menuOf('位置')
  await choose('左移')
  await expect.poll(heads).toEqual(['name', 'place', 'depth'])
  await menuOf('深度')
  await choose('固定在左侧')
  await expect.poll(heads).toEqual(['depth', 'name', 'place'])
  expect(getComputedStyle(head('深度')).position).toBe('sticky')
  await menuOf('名称')
  await choose('隐藏此列')
  await expect.poll(heads).toEqual(['depth', 'place'])
  drawn?.unmount()
  await open('东坡')
  expect(heads()).toEqual(['depth', 'place'])
  await menuOf('深度')
  await choose('取消固定')
  await expect.poll(heads).toEqual(['place', 'depth'])
})

it('does not let the last column be hidden', async () => {
  await open()
  for (const name of ['名称', '深度']) {
    await menuOf(name)
    await choose('隐藏此列')
  }
  await expect.poll(heads).toEqual(['place'])
  await menuOf('位置')
  await expect
    .element(page.getByRole('menuitem', { name: '隐藏此列' }))
    .toHaveAttribute('aria-disabled', 'true')
})

it('puts a dragged head where it is dropped', async () => {
  await open()
  await userEvent.dragAndDrop(head('位置'), head('名称'), {
    sourcePosition: { x: 40, y: 20 },
    targetPosition: { x: 10, y: 20 },
  })
  await expect.poll(heads).toEqual(['place', 'name', 'depth'])
})

it('makes a column as wide as its border is dragged, and as its values need where that is pressed twice', async () => {
  await open()
  const before = widthOf('位置')
  const border = head('位置').querySelector('.loam-list-sizer') as HTMLElement
  const drag = (type: string, x: number) =>
    border.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, clientX: x, button: 0, bubbles: true, cancelable: true }),
    )
  border.setPointerCapture = () => undefined
  drag('pointerdown', 500)
  drag('pointermove', 300)
  await expect.poll(() => widthOf('位置')).toBe(before - 200)
  drag('pointerup', 300)
  await expect.poll(() => Object.values(localStorage).join()).toContain(`"width":${before - 200}`)
  await userEvent.dblClick(border)
  await expect.poll(() => widthOf('位置')).toBeLessThan(before - 200)
  const text = document.querySelector('.loam-list-row')?.querySelectorAll('.loam-list-cell-text')[2]
  expect(text?.scrollWidth).toBe(text?.clientWidth)
})

const panel = (name: string) => page.getByRole('dialog', { name: `筛选${name}` })
const asked = (host: TestHost) => {
  const input = host.calls.filter(({ name }) => name === 'onlineDevelopment.list').at(-1)?.input
  const [group] = JSON.parse(String(input?.['superQueryJson'] || '{"conditionList":[]}')).conditionList
  return [
    input?.['queryJson'],
    (group?.groups ?? []).map((one: Record<string, unknown>) => [
      one['field'],
      one['symbol'],
      one['fieldValue'],
    ]),
  ]
}
const chips = () =>
  [...document.querySelectorAll('.loam-list-chip')].map((one) => one.textContent?.replace(/\s+/g, ' '))

it('filters a column below its head, and the head says so', async () => {
  const host = await open()
  await menuOf('深度')
  await choose('筛选')
  await expect.element(panel('深度')).toBeVisible()
  const { left, bottom } = head('深度').getBoundingClientRect()
  const place = document.querySelector('.loam-list-filter')?.getBoundingClientRect()
  expect([Math.abs((place?.left ?? 0) - left) < 2, (place?.top ?? 0) - bottom]).toEqual([true, 2])
  await userEvent.keyboard('10')
  await userEvent.keyboard('{Tab}5{Enter}')
  await expect.element(page.getByText('起始值大于截止值，请把两个值对调或改正')).toBeVisible()
  await userEvent.keyboard('0{Enter}')
  await expect.poll(() => asked(host)).toEqual(['', [['depth', 'between', [10, 50]]]])
  await expect.element(panel('深度')).not.toBeInTheDocument()
  expect(head('深度').contains(document.activeElement)).toBe(true)
  await userEvent.click(head('深度').querySelector('.loam-list-head-filter') as HTMLElement)
  await expect.element(panel('深度')).toBeVisible()
  await userEvent.click(panel('深度').getByRole('button', { name: '清除' }))
  await expect.poll(() => asked(host)).toEqual(['', []])
  expect(head('深度').querySelector('.loam-list-head-filter')).toBeNull()
})

it('asks a column of the search line by its field there; Escape closes what asks and nothing is asked', async () => {
  const host = await open()
  await menuOf('名称')
  await choose('筛选')
  await expect.element(panel('名称')).toBeVisible()
  await userEvent.keyboard('东{Escape}')
  await expect.element(panel('名称')).not.toBeInTheDocument()
  expect(asked(host)).toEqual(['', []])
  await menuOf('名称')
  await choose('筛选')
  await userEvent.keyboard('东{Enter}')
  await expect.poll(() => asked(host)).toEqual(['{"name":"东"}', []])
  await expect
    .poll(() => document.querySelector<HTMLInputElement>('[data-search="name"] input')?.value)
    .toBe('东')
})

it('shows each filter as a chip that is taken away by itself, and all at once', async () => {
  const host = await open()
  for (const [name, text] of [
    ['名称', '东'],
    ['位置', '东坡'],
    ['深度', '10'],
  ] as const) {
    await menuOf(name)
    await choose('筛选')
    await expect.element(panel(name)).toBeVisible()
    await userEvent.keyboard(`${text}{Enter}`)
    await expect.element(panel(name)).not.toBeInTheDocument()
  }
  await expect.poll(chips).toEqual(['名称东', '深度10 ～ …', '位置东坡'])
  await userEvent.click(page.getByRole('button', { name: '去掉筛选：名称' }))
  await expect.poll(chips).toEqual(['深度10 ～ …', '位置东坡'])
  expect(asked(host)).toEqual([
    '',
    [
      ['place', 'like', '东坡'],
      ['depth', '>=', 10],
    ],
  ])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('去掉筛选：深度')
  await userEvent.click(page.getByRole('button', { name: '清除全部' }))
  await expect.poll(chips).toEqual([])
  await expect.poll(() => asked(host)).toEqual(['', []])
})

it('filters a column by a button on a phone, which has no heads', async () => {
  await page.viewport(390, 844)
  try {
    const host = await open()
    await userEvent.click(page.getByRole('button', { name: '筛选', exact: true }))
    const sheet = page.getByRole('dialog', { name: '筛选', exact: true })
    await expect.element(sheet).toBeVisible()
    expect([...sheet.element().querySelectorAll('li')].map((one) => one.textContent)).toEqual([
      '名称',
      '深度',
      '位置',
    ])
    await userEvent.click(sheet.getByText('位置'))
    await expect.element(page.getByRole('dialog', { name: '筛选位置' })).toBeVisible()
    await userEvent.keyboard('东坡{Enter}')
    const asked = () =>
      JSON.stringify(host.calls.filter(({ name }) => name === 'onlineDevelopment.list').at(-1)?.input)
    await expect.poll(asked).toContain('东坡')
    await userEvent.click(page.getByRole('button', { name: '筛选', exact: true }))
    await expect.element(page.getByRole('dialog').getByText('已筛选')).toBeVisible()
  } finally {
    await page.viewport(1280, 800)
  }
})
