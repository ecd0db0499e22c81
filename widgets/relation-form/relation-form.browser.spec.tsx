import { afterEach, expect, it, vi } from 'vitest'
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
