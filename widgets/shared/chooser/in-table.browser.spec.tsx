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

function open(widget: string, settings: object = {}, host = rowsHost(), waits?: Promise<void>) {
  const { names, named } = host
  const call: typeof host.call = async (name, input) => {
    await waits
    return host.call(name, input)
  }
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

it('chooses in a table for one row, whose attribute follows at once', async () => {
  const { table } = open('popup-table-select', { filterable: true })
  await userEvent.dblClick(cell(1, 0))
  await page.getByRole('button', { name: '从表格中选择…' }).click()
  await expect.element(grids()).toBeVisible()
  await userEvent.keyboard('球阀{Enter}')
  await expect.poll(() => document.querySelectorAll('.loam-rows-line').length).toBe(1)
  await page.getByRole('dialog').getByRole('row', { name: '电动球阀' }).dblClick()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const [, second = ''] = table.state.ids
  expect(table.row(second)).toMatchObject({ part: 'valve', price: 1280 })
  await expect.poll(() => cell(1, 1).textContent).toContain('1280')
})

it('loses no letter of what is typed on the cell of a table, however fast', async () => {
  const many = Array.from({ length: 201 }, (_, at) => ({ id: `m${at}`, fullName: `物料${at}` }))
  open('popup-table-select', { filterable: true }, rowsHost(many))
  await userEvent.click(cell(1, 0))
  await userEvent.keyboard('dianqiufa')
  await expect.element(page.getByRole('textbox', { name: '请输入关键词' })).toHaveValue('dianqiufa')
  await expect.element(page.getByRole('textbox', { name: '请输入关键词' })).toHaveFocus()
  await userEvent.keyboard(' 80')
  await expect.element(page.getByRole('textbox', { name: '请输入关键词' })).toHaveValue('dianqiufa 80')
})

it('takes what an input method writes on the cell for what is sought, never for what is chosen', async () => {
  const { table } = open('popup-table-select', { filterable: true })
  await userEvent.click(cell(1, 0))
  document.execCommand('insertText', false, '球')
  await expect.element(page.getByRole('combobox')).toHaveValue('球')
  await userEvent.click(cell(1, 2))
  const [, second = ''] = table.state.ids
  expect(table.row(second)['part'] ?? null).toBeNull()
})

const typeahead = () => page.getByRole('combobox')

it.each([
  ['popup-select', '{Enter}'],
  ['popup-select', '{Tab}'],
  ['popup-table-select', '{Tab}'],
])(
  'chooses one of few by typing on the cell, whose attribute follows, and goes on: %s, %s',
  async (widget, key) => {
    const { table } = open(widget)
    await userEvent.click(cell(1, 0))
    await userEvent.keyboard('w-3')
    await expect.element(page.getByRole('option', { name: /电动球阀/ })).toBeVisible()
    expect(page.getByRole('option').elements()).toHaveLength(1)
    await userEvent.keyboard(key)
    const [, second = ''] = table.state.ids
    await expect.poll(() => table.row(second)).toMatchObject({ part: 'valve', price: 1280 })
    await expect.poll(() => cell(1, 1).textContent).toContain('1280')
    if (key === '{Tab}')
      await expect.poll(() => document.activeElement?.closest('[data-column]')).toBe(cell(1, 2))
    expect(page.getByRole('dialog').elements()).toEqual([])
  },
)

it('loses no letter that is typed before the few are here', async () => {
  let answer: () => void = () => undefined
  const waits = new Promise<void>((resolve) => {
    answer = resolve
  })
  open('popup-select', {}, rowsHost(), waits)
  await userEvent.click(cell(1, 0))
  await userEvent.keyboard('PE 支')
  await expect.element(typeahead()).toHaveValue('PE 支')
  // Nor is it left behind by a key that goes on.
  await userEvent.keyboard('{Tab}')
  await expect.element(typeahead()).toHaveFocus()
  answer()
  await expect.element(page.getByRole('option', { name: /PE 支管/ })).toBeVisible()
  await expect.element(typeahead()).toHaveValue('PE 支')
})

it('leaves more than a short list has to the dialog, with what was typed', async () => {
  const many = Array.from({ length: 201 }, (_, at) => ({ id: `m${at}`, fullName: `物料${at}` }))
  open('popup-select', {}, rowsHost(many))
  await userEvent.click(cell(1, 0))
  await userEvent.keyboard('料20')
  await expect.element(page.getByRole('textbox', { name: '请输入关键词' })).toHaveValue('料20')
  await expect.element(page.getByRole('textbox', { name: '请输入关键词' })).toHaveFocus()
})

it('reaches the table from the list of the few', async () => {
  open('popup-select')
  await userEvent.dblClick(cell(1, 0))
  await page.getByRole('button', { name: '从表格中选择…' }).click()
  await expect.element(grids()).toBeVisible()
})

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
