import { compileForm } from '@runtime/form'
import { catalogue } from '@widgets/registry'
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
