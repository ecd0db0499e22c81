import { compileForm } from '@runtime/form'
import { compileColumnData } from '@runtime/list'
import { catalogue } from '@widgets/definitions'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import type { QueryState } from './query-state'
import { SearchLine } from './search-line'

beforeAll(() => import('../form/form-view'))

const form = compileForm(
  {
    fields: [
      { name: 'at', widget: 'date-picker', label: '时刻', format: 'yyyy-MM-dd HH:mm:ss' },
      { name: 'area', widget: 'number-input', label: '面积', min: 1 },
    ],
  },
  { id: 'f', catalogue },
)
const searchList = ['at', 'area'].map((prop) => ({ prop, searchType: 3 }))
const plan = compileColumnData({ type: 1, columnList: [], searchList }, form, { id: 'f' })

let drawn: ReturnType<typeof draw> | undefined
let searched: unknown[] = []
beforeEach(() => {
  searched = []
  const set = ({ search }: { search: unknown }) => searched.push(search)
  const state = { query: { search: {} }, set, reset() {} } as unknown as QueryState
  drawn = draw(<SearchLine plan={plan} state={state} />, testHost())
})
afterEach(() => drawn?.unmount())

const at = (index: number) => page.getByRole('combobox').nth(index)
const area = (index: number) => page.getByRole('spinbutton').nth(index)
const search = () => page.getByRole('button', { name: /^查\s?询$|^搜\s?索$/ }).click()
const moment = (text: string) => new Date(text).getTime()
const day = [moment('2026-06-01T00:00:00'), moment('2026-06-01T23:59:59.999')]

describe('the search line', () => {
  it('takes a day that is typed at both ends for all of it', async () => {
    await at(0).fill('2026-06-01')
    await at(1).fill('2026-06-01')
    await search()
    expect(searched).toEqual([{ at: day }])
  })

  it('takes a day that is picked at both ends for all of it', async () => {
    const pick = async (index: number) => {
      await at(index).click()
      await page.getByRole('dialog').getByText('15', { exact: true }).first().click()
      await userEvent.tab()
    }
    await pick(0)
    await pick(1)
    await search()
    const [{ at: range }] = searched as [{ at: [number, number] }]
    expect(new Date(range[0]).toTimeString().slice(0, 8)).toBe('00:00:00')
    expect(range[1] - range[0]).toBe(86_400_000 - 1)
  })

  it('says at the field that its range is upside down or holds no date, and asks for nothing', async () => {
    await area(0).fill('5')
    await area(1).fill('3')
    await search()
    await expect.element(page.getByRole('alert')).toHaveTextContent('起始值大于截止值')
    await area(1).fill('6')
    await at(0).fill('2026-06-31')
    await search()
    await expect.element(page.getByText('“2026-06-31”不是日期，格式应为 yyyy-MM-dd HH:mm:ss')).toBeVisible()
    expect(searched).toEqual([])
    await at(0).fill('')
    await area(0).fill('0')
    await search()
    expect(searched).toEqual([{ area: [0, 6] }])
  })
})
