import { compileForm } from '@runtime/form'
import { catalogue } from '@widgets/definitions'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { SuperQuery } from './super-query'

beforeAll(() => import('../form/form-view'))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

it('asks by the fields of a list, in groups, and opens again as it was left', async () => {
  const { fields } = compileForm(
    {
      fields: [
        { name: 'area', widget: 'number-input', label: '面积' },
        { name: 'fullName', widget: 'input', label: '名称' },
      ],
    },
    { id: 'f', catalogue },
  )
  const requested: (object | null)[] = []
  const open = (value: unknown) => {
    drawn?.unmount()
    const plans = [...fields.values()]
    drawn = draw(
      <SuperQuery
        fields={plans}
        value={value}
        onSearch={(query) => requested.push(query)}
        onClose={() => {}}
      />,
      testHost(),
    )
  }
  open(null)
  const choose = async (box: string, option: string) => {
    await page.getByRole('combobox', { name: box, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('选择字段', '面积')
  await choose('条件', '介于')
  const bounds = () => page.getByRole('dialog').getByRole('spinbutton')
  await expect.poll(() => bounds().elements().length).toBe(2)
  const search = () => page.getByRole('button', { name: /^查\s?询$|^搜\s?索$/ }).click()
  await search()
  await expect.element(page.getByRole('alert')).toHaveTextContent('“面积”的查询条件没有填写值')
  expect(requested).toEqual([])
  await bounds().nth(0).fill('10')
  await bounds().nth(1).fill('20')
  await userEvent.tab()
  await search()
  const query = {
    matchLogic: 'and',
    conditionList: [
      {
        logic: 'and',
        groups: [
          {
            field: 'area',
            symbol: 'between',
            jnpfKey: 'inputNumber',
            fieldValueType: 2,
            fieldValue: [10, 20],
          },
        ],
      },
    ],
  }
  expect(requested).toEqual([query])
  open(query)
  await expect
    .poll(() =>
      bounds()
        .elements()
        .map((element) => (element as HTMLInputElement).value),
    )
    .toEqual(['10', '20'])
})

it('says at the condition that a range is upside down or holds no date, and takes a day for all of it', async () => {
  const { fields } = compileForm(
    { fields: [{ name: 'at', widget: 'date-picker', label: '时刻', format: 'yyyy-MM-dd HH:mm:ss' }] },
    { id: 'f', catalogue },
  )
  const requested: unknown[] = []
  const asked = { field: 'at', symbol: 'between', fieldValue: [null, null] }
  drawn = draw(
    <SuperQuery
      fields={[...fields.values()]}
      value={{ matchLogic: 'and', conditionList: [{ logic: 'and', groups: [asked] }] }}
      onSearch={(query) => requested.push(query)}
      onClose={() => {}}
    />,
    testHost(),
  )
  const ends = () => page.getByRole('combobox', { name: '值', exact: true })
  await expect.poll(() => ends().elements().length).toBe(2)
  const search = () => page.getByRole('button', { name: /^查\s?询$|^搜\s?索$/ }).click()
  const fill = async (from: string, to: string) => {
    await ends().nth(0).fill(from)
    await ends().nth(1).fill(to)
    await userEvent.tab()
    await search()
  }
  await fill('2026-06-02', '2026-06-01')
  await expect.element(page.getByText('字段“时刻”的查询起始值大于截止值')).toBeVisible()
  await fill('2026-06-31', '2026-07-01')
  await expect.element(page.getByText('“2026-06-31”不是日期，格式应为 yyyy-MM-dd HH:mm:ss')).toBeVisible()
  await expect.element(ends().nth(0)).toHaveValue('2026-06-31')
  expect(requested).toEqual([])
  await fill('2026-06-01', '2026-06-02')
  const moment = (text: string) => new Date(text).getTime()
  const fieldValue = [moment('2026-06-01T00:00:00'), moment('2026-06-02T23:59:59.999')]
  expect(requested).toMatchObject([{ conditionList: [{ groups: [{ fieldValue }] }] }])
})
