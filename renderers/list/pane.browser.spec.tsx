import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { ModelPage } from './model-page'

let drawn: ReturnType<typeof draw> | undefined
beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  await page.viewport(1440, 900)
})
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

const column = (prop: string, label: string) => ({ prop, label, jnpfKey: 'input' })
const config = (popupType: string) => ({
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    popupType,
    fields: [{ __vModel__: 'name', __config__: { jnpfKey: 'input', label: '名称' } }],
  }),
  columnData: JSON.stringify({
    type: 1,
    hasPage: true,
    pageSize: 20,
    columnList: [column('name', '名称')],
    columnBtnsList: [
      { value: 'edit', label: '编辑' },
      { value: 'detail', label: '详情' },
    ],
  }),
})
const wells = Array.from({ length: 20 }, (_, index) => ({ id: `w${index}`, name: `${index} 号机井` }))

function open(popupType = 'general') {
  const host = testHost({
    'onlineDevelopment.config': () => config(popupType),
    'onlineDevelopment.list': () => ({ list: wells, pagination: { total: 20 } }),
    'onlineDevelopment.dataChange': ({ id }) => ({
      id,
      data: JSON.stringify({ name: `读到的 ${id}` }),
      version: 1,
    }),
    'onlineDevelopment.read': ({ id }) => ({ id, data: JSON.stringify({ name: `${id}` }), version: 1 }),
    'onlineDevelopment.update': ({ id }) => ({ id, version: 2 }),
    'onlineDevelopment.history': () => ({ list: [], hasMore: false }),
    'recordComment.list': () => ({ list: [], total: 0, hasMore: false }),
    'recordPage.related': () => ({ list: [] }),
    'recordFile.list': () => ({ list: [] }),
  })
  const navigate = vi.fn()
  host.navigate = navigate
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" path="/model/well" />, host)
  return { host, navigate }
}
const row = (index: number) => page.getByText(`${index} 号机井`, { exact: true })
const pane = () => page.getByRole('region', { name: '记录', exact: true })
const heading = (name: string) => pane().getByRole('heading', { level: 2, name })
const act = (name: string) => pane().getByRole('button', { name, exact: true })

it('opens a record beside the list at a press, its neighbours by arrows, and goes at Esc', async () => {
  open()
  await row(1).click()
  await expect.element(heading('读到的 w1')).toBeVisible()
  expect(page.getByRole('dialog').elements()).toEqual([])
  await expect.element(row(2)).toBeVisible()
  const opened = () => document.querySelector('[data-row][aria-current]')?.getAttribute('data-row')
  expect(opened()).toBe('w1')
  await act('下一条').click()
  await expect.element(heading('读到的 w2')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(heading('读到的 w3')).toBeVisible()
  await userEvent.keyboard('{ArrowUp}{Escape}')
  await expect.element(pane()).not.toBeInTheDocument()
  expect(document.activeElement?.closest('[data-row]')).not.toBeNull()
  expect(opened()).toBeUndefined()
})

it('is where the button for reading opens a record too', async () => {
  open()
  await page.getByRole('button', { name: '详情' }).nth(1).click()
  await expect.element(heading('读到的 w1')).toBeVisible()
  expect(page.getByRole('dialog').elements()).toEqual([])
})

it('goes along with who moves from row to row by keys', async () => {
  open()
  await row(1).click()
  await expect.element(heading('读到的 w1')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(heading('读到的 w3')).toBeVisible()
})

it('opens a record whole at a double press, at Enter and from beside the list', async () => {
  const { navigate } = open()
  await row(1).dblClick()
  await expect.poll(() => navigate.mock.calls).toEqual([['/model/well/w1']])
  await act('打开整页').click()
  await expect.poll(() => navigate.mock.calls.length).toBe(2)
  await act('关闭记录').click()
  await row(2).click()
  await expect.element(heading('读到的 w2')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => navigate.mock.calls.at(-1)).toEqual(['/model/well/w2'])
})

it('opens the row that was pressed first where the second press of two falls on another', async () => {
  const { navigate } = open()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  await row(1).click()
  await expect.element(heading('读到的 w1')).toBeVisible()
  row(3)
    .element()
    .dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
  expect(navigate.mock.calls).toEqual([['/model/well/w1']])
  clock.mockRestore()
})

it('keeps what is typed beside the list until it has been asked about', async () => {
  const { host } = open()
  await row(1).click()
  await act('编辑').click()
  await pane().getByLabelText('名称').fill('新井')
  host.yes = false
  await row(2).click()
  await act('关闭记录').click()
  expect(host.questions).toHaveLength(2)
  await expect.element(pane().getByLabelText('名称')).toHaveValue('新井')
  host.yes = true
  await row(2).click()
  await expect.element(heading('读到的 w2')).toBeVisible()
})

it('reads the record and the list again when it has been saved', async () => {
  const { host } = open()
  const asked = (name: string) => host.calls.filter((call) => call.name === name).length
  await row(1).click()
  await act('编辑').click()
  await pane().getByLabelText('名称').fill('新井')
  await act('保存').click()
  await expect.poll(() => asked('onlineDevelopment.list')).toBe(2)
  await expect.poll(() => asked('onlineDevelopment.dataChange')).toBe(2)
  await expect.element(act('编辑')).toBeVisible()
})

it('has a border that is moved by keys and stays where it was put', async () => {
  open()
  await row(1).click()
  const border = () => page.getByRole('separator', { name: '调整记录的宽度' })
  await expect.element(border()).toHaveAttribute('aria-valuenow', '520')
  ;(border().element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(border()).toHaveAttribute('aria-valuenow', '568')
  drawn?.unmount()
  open()
  await row(1).click()
  await expect.element(border()).toHaveAttribute('aria-valuenow', '568')
})

it.each(['fullScreen', 'drawer'])('leaves a model that names %s its popup', async (popupType) => {
  open(popupType)
  await row(1).click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('读到的 w1')
  await expect.element(pane()).not.toBeInTheDocument()
})

it('is the page itself where there is no room beside', async () => {
  await page.viewport(800, 800)
  const { navigate } = open()
  await row(1).click()
  await expect.poll(() => navigate.mock.calls).toEqual([['/model/well/w1']])
})
