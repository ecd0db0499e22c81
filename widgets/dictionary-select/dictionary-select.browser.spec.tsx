import type { OpenedPage } from '@runtime/host'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mountWidget, testHost, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)

const OPTIONS = [
  { value: 'system', label: '系统字典', children: [{ value: 'business', label: '业务类型' }] },
  { value: 'crop', label: '作物' },
]

it('chooses from the tree of dictionaries', async () => {
  const { value } = mountWidget(widget, { props: { options: OPTIONS, optionsState: 'ready' } })
  await page.getByRole('combobox', { name: '字段' }).click()
  await page.getByRole('treeitem', { name: '业务类型' }).click()
  expect(value()).toBe('business')
})

it('opens the page of dictionaries in a wide dialog, and reads the tree again when that closes', async () => {
  const opened: OpenedPage[] = []
  const host = { ...testHost(), openPage: async (requested: OpenedPage) => void opened.push(requested) }
  const { reloads } = mountWidget(widget, { props: { host, options: OPTIONS, optionsState: 'ready' } })
  await page.getByRole('button', { name: '管理字典' }).click()
  expect(opened).toMatchObject([{ page: 'system/dictionary', width: '1200px' }])
  await expect.poll(reloads).toBe(1)
})

it('has no such button while it is closed, where there are no pages, or for whom the page is not', () => {
  const host = { ...testHost(), openPage: async () => undefined }
  mountWidget(widget, { props: { host, disabled: true } })
  mountWidget(widget)
  const may = (module: string, button?: string) => `${module}:${button}` !== 'system.dictionary:btn_add'
  mountWidget(widget, { props: { host: { ...host, may } } })
  expect(page.getByRole('button', { name: '管理字典' }).all()).toHaveLength(0)
})
