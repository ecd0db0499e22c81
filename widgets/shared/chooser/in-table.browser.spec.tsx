import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openTable } from '../../sub-table/specs/open-table'
import { COLUMNS, rowsHost } from './testing'

let opened: ReturnType<typeof openTable> | undefined
afterEach(async () => {
  opened?.close()
  opened = undefined
  await page.viewport(1440, 900)
})

const SOURCE = { interfaceId: 'materials', columnOptions: COLUMNS }

function open(widget: string, settings: object = {}) {
  const { call, names, named } = rowsHost()
  opened = openTable(
    {
      columns: [
        { name: 'part', widget, label: '物料', ...SOURCE, ...settings },
        {
          name: 'price',
          widget: 'popup-attribute',
          label: '单价',
          relationField: 'part',
          showField: 'price',
        },
        { name: 'count', widget: 'number-input', label: '数量' },
      ],
    },
    [{ part: 'tape' }, {}],
    { outside: { call, ...(names && { names }), ...(named && { named }) } },
  )
  return opened
}
const grids = () => page.getByRole('dialog').getByRole('grid')
const cell = (row: number, column: number) =>
  document.querySelector(`[data-row="${row}"] [data-column="${column}"]`) as HTMLElement

it('shows names and what follows from them in rows', async () => {
  open('popup-select')
  await expect.poll(() => cell(0, 0).textContent).toContain('滴灌带')
  await expect.poll(() => cell(0, 1).textContent).toContain('186')
})

it.each(['popup-select', 'popup-table-select'])(
  '%s chooses for one row, whose attribute follows at once',
  async (widget) => {
    const { table } = open(widget, widget === 'popup-table-select' ? { filterable: true } : {})
    await userEvent.dblClick(cell(1, 0))
    await expect.element(grids()).toBeVisible()
    await userEvent.keyboard('球阀{Enter}')
    await expect.poll(() => document.querySelectorAll('.loam-rows-line').length).toBe(1)
    await page.getByRole('dialog').getByRole('row', { name: '电动球阀' }).dblClick()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    const [, second = ''] = table.state.ids
    expect(table.row(second)).toMatchObject({ part: 'valve', price: 1280 })
    await expect.poll(() => cell(1, 1).textContent).toContain('1280')
  },
)

it.each(['popup-select', 'popup-table-select'])(
  '%s loses no letter of what is typed on its cell, however fast',
  async (widget) => {
    open(widget, widget === 'popup-table-select' ? { filterable: true } : {})
    await userEvent.click(cell(1, 0))
    await userEvent.keyboard('dianqiufa')
    await expect.element(page.getByRole('textbox', { name: '请输入关键词' })).toHaveValue('dianqiufa')
    await expect.element(page.getByRole('textbox', { name: '请输入关键词' })).toHaveFocus()
    await userEvent.keyboard(' 80')
    await expect.element(page.getByRole('textbox', { name: '请输入关键词' })).toHaveValue('dianqiufa 80')
  },
)

it('answers Enter and Escape in the popup, not in the rows, on a phone too', async () => {
  await page.viewport(390, 844)
  const { table } = open('popup-select')
  const [first = ''] = table.state.ids
  const field = page.getByRole('button', { name: /^物料/ }).first()
  await expect.element(field).toHaveTextContent('滴灌带')
  await field.click()
  await page.getByRole('combobox', { name: '物料' }).click()
  await expect.element(grids()).toBeVisible()
  await page.getByRole('dialog').getByRole('row', { name: 'PE 支管' }).click()
  ;(page.getByRole('dialog').getByRole('button', { name: '确定' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(table.row(first)).toMatchObject({ part: 'pipe', price: 6.8 })
})
