import { NameCache } from '@runtime/widget/name-cache'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { rowsHost } from '../shared/chooser/testing'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)

const SETTINGS = { modelId: 'customers', relationField: 'fullName' }

it('chooses a record of the other model, 10,000 at once without paging', async () => {
  const host = rowsHost()
  const { value } = mountWidget(widget, { settings: SETTINGS, props: { host } })
  await page.getByRole('combobox', { name: '字段' }).click()
  await page.getByRole('row', { name: 'PE 支管' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  expect(value()).toBe('pipe')
  expect(host.calls).toEqual([
    {
      name: 'visualDevelopment.fieldDataSelect',
      input: {
        modelId: 'customers',
        relationField: 'fullName',
        columnOptions: '',
        sort: 'desc',
        sidx: '',
        keyword: '',
        currentPage: 1,
        pageSize: 10_000,
      },
    },
  ])
})

it.each([{ disabled: true }, { readonly: true }])(
  'leads to the record it holds when it is %o',
  async (state) => {
    const openRecord = vi.fn()
    mountWidget(widget, {
      settings: SETTINGS,
      value: 'pipe',
      props: { host: { ...rowsHost(), openRecord }, ...state },
    })
    await page.getByRole('button', { name: 'PE 支管' }).click()
    expect(openRecord).toHaveBeenCalledWith({ modelId: 'customers', id: 'pipe' })
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  },
)

it('is a plain closed field when it is disabled and holds nothing', () => {
  mountWidget(widget, { settings: SETTINGS, props: { host: rowsHost(), disabled: true } })
  expect(page.getByRole('combobox', { name: '字段' }).element().getAttribute('aria-disabled')).toBe('true')
})

describe('a record that has been deleted', () => {
  const goneHost = () => {
    const names = new NameCache(async (requests) =>
      requests.map(({ ids }) => ids.map((id) => ({ id, text: '红旗农资', gone: true }))),
    )
    return { ...rowsHost(), names, named: names.lookup, openRecord: vi.fn() }
  }
  const name = () => page.getByText('红旗农资（已删除）', { exact: true })

  it.each([{ disabled: true }, { readonly: true }])(
    'keeps its name and leads nowhere when %o',
    async (state) => {
      mountWidget(widget, { settings: SETTINGS, value: 'old', props: { host: goneHost(), ...state } })
      await expect.element(name()).toBeVisible()
      expect(page.getByRole('button', { name: /红旗农资/ }).query()).toBeNull()
    },
  )

  it('is no choice of its field, which shows it until another is chosen', async () => {
    const { value } = mountWidget(widget, { settings: SETTINGS, value: 'old', props: { host: goneHost() } })
    const box = page.getByRole('combobox', { name: '字段' })
    await expect.element(box).toHaveValue('红旗农资（已删除）')
    await box.click()
    await expect.element(page.getByRole('row', { name: 'PE 支管' })).toBeVisible()
    expect(page.getByRole('row', { name: /红旗农资/ }).query()).toBeNull()
    await page.getByRole('row', { name: 'PE 支管' }).click()
    await page.getByRole('button', { name: '确定' }).click()
    expect(value()).toBe('pipe')
  })
})
