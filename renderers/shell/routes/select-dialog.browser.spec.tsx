import { draw, type TestHost, testHost } from '@renderers/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SELECT_ALL, SELECT_PAGE_SIZE, SelectDialog, type SelectDialogProps } from './select-dialog'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

const ROWS = Array.from({ length: 45 }, (_, index) => ({ id: `r${index}`, name: `阀门 ${index}` }))
const COLUMNS = [{ value: 'name', label: '名称' }] as const

function open(props: Partial<SelectDialogProps> = {}) {
  const host: TestHost = testHost({
    'dataInterface.page': ({ keyword, currentPage, pageSize }) => {
      const found = ROWS.filter(({ name }) => name.includes(String(keyword)))
      const start = (Number(currentPage) - 1) * Number(pageSize)
      const list = found.slice(start, start + Number(pageSize))
      return { list, pagination: { currentPage, pageSize, total: found.length } }
    },
  })
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  drawn = draw(
    <SelectDialog
      interfaceId="valves"
      title="选择阀门"
      columns={COLUMNS}
      idMember="id"
      onConfirm={onConfirm}
      onClose={onClose}
      {...props}
    />,
    host,
  )
  return { host, onConfirm, onClose }
}
const requested = (host: TestHost) =>
  host.calls.map(({ input }) => [input['currentPage'], input['pageSize'], input['keyword']])
const row = (name: string) => page.getByRole('dialog').getByRole('row', { name, exact: true })

it('asks for pages of 20 by keyword, and gives what was chosen over several pages', async () => {
  const { host, onConfirm, onClose } = open()
  await row('阀门 0').click()
  await page.getByRole('button', { name: '下一页' }).click()
  await row('阀门 21').click()
  await page.getByRole('button', { name: '确定' }).click()
  expect(onConfirm).toHaveBeenCalledWith([ROWS[0], ROWS[21]])
  expect(onClose).toHaveBeenCalledOnce()
  expect(requested(host)).toEqual([
    [1, SELECT_PAGE_SIZE, ''],
    [2, SELECT_PAGE_SIZE, ''],
  ])
  expect(host.calls[0]?.input).toMatchObject({ interfaceId: 'valves', columnOptions: 'name' })
})

it('searches from the first page on, and begins again', async () => {
  const { host } = open()
  await page.getByRole('button', { name: '下一页' }).click()
  await page.getByRole('textbox').fill('44')
  await userEvent.keyboard('{Enter}')
  await expect.element(row('阀门 44')).toBeVisible()
  await expect.poll(() => requested(host).at(-1)).toEqual([1, SELECT_PAGE_SIZE, '44'])
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(() => requested(host).at(-1)).toEqual([1, SELECT_PAGE_SIZE, ''])
})

it('asks for all rows where there are no pages, in a drawer too, and leaves by Cancel', async () => {
  const { host, onConfirm, onClose } = open({ hasPage: false, mode: 'drawer' })
  await expect.element(row('阀门 0')).toBeVisible()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('45')
  expect(requested(host)).toEqual([[1, SELECT_ALL, '']])
  await page.getByRole('button', { name: '取消' }).click()
  expect(onClose).toHaveBeenCalledOnce()
  expect(onConfirm).not.toHaveBeenCalled()
})
