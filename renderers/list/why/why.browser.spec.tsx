import { compileList } from '@runtime/list'
import { catalogue } from '@widgets/definitions'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { ListView } from '../list-view'
import type { Row } from '../source'

const DOCUMENT = {
  columns: [
    { path: 'name', label: '名称' },
    { path: 'cost', label: '成本' },
  ],
  toolbar: [{ code: 'btn_add', text: '新建' }],
  row: [
    { code: 'btn_edit', text: '编辑', visible: 'row.state == 0' },
    { code: 'btn_remove', text: '删除' },
  ],
}
const plan = compileList(DOCUMENT, { id: 'why', catalogue })
const ROWS = [{ id: 'a', name: '东井', state: 1 }]
const PERMISSIONS = {
  button: (code: string) => code !== 'btn_remove',
  column: (path: string) => path !== 'cost',
  form: () => true,
  fill: () => true,
}

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

async function open(list = plan, rows: readonly Row[] = ROWS): Promise<HTMLElement> {
  const host = testHost({
    'well.list': () => ({ list: rows, pagination: { total: 1 } }),
    'menu.place': () => ({ grantors: [{ id: 'u1', fullName: '赵管理' }] }),
  })
  drawn = draw(
    <ListView
      plan={list}
      source={{
        dataQuery: () => ({ call: 'well.list', input: {}, tags: [] }),
        page: () => ({ rows, total: 1 }),
      }}
      permissions={PERMISSIONS}
      selection={() => undefined}
      onButton={() => undefined}
    />,
    host,
  )
  const { place } = drawn
  await expect.poll(() => place.querySelector('[data-row="a"]')).toBeTruthy()
  return place
}
const panel = () => document.querySelector('[role="dialog"]')?.textContent

it('says of a row which right or condition keeps an act away, and who can grant the right', async () => {
  const place = await open()
  await userEvent.click(place.querySelector('[data-row="a"] [role="cell"]') as HTMLElement, {
    modifiers: ['Alt'],
  })
  await expect.poll(panel).toContain('row.state == 0')
  expect(panel()).toContain('row.state1')
  expect(panel()).toContain('btn_remove')
  expect(panel()).toContain('1 列')
  expect(panel(), 'what is closed is not named').not.toContain('成本')
  await expect.poll(panel).toContain('赵管理')
})

it('says of the list itself what can be done, asked with a key', async () => {
  const place = await open()
  ;(place.querySelector('.loam-list-toolbar button') as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{F1}{/Shift}')
  await expect.poll(panel).toContain('可以使用：新建')
})

it('says it of a row that stands below another', async () => {
  const tree = compileList({ ...DOCUMENT, tree: { parent: 'parentId' } }, { id: 'why-tree', catalogue })
  const below = { id: 'b', name: '支管', parentId: 'a', state: 7 }
  const place = await open(tree, [{ id: 'a', name: '干管', state: 1, children: [below] }])
  const branch = place.querySelector<HTMLElement>('[data-row="a"] [aria-expanded], [data-row="a"] button')
  if (!place.querySelector('[data-row="b"]')) branch?.click()
  await expect.poll(() => place.querySelector('[data-row="b"] [role="cell"]')).toBeTruthy()
  await userEvent.click(place.querySelector('[data-row="b"] [role="cell"]') as HTMLElement, {
    modifiers: ['Alt'],
  })
  await expect.poll(panel).toContain('row.state7')
})
