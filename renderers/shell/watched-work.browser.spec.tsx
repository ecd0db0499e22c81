import type { Progress } from '@runtime/host'
import { beforeAll, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import common from '../../schemas/locales/common.json'
import shell from '../../schemas/locales/shell.json'
import { switchLanguage } from './language'
import { showWork } from './watched-work'

const textsOf = (file: string, texts: Readonly<Record<string, { readonly zh: string }>>) =>
  Object.entries(texts).map(([key, { zh }]) => [`${file}.${key}`, zh])

beforeAll(() =>
  switchLanguage('zh', async () =>
    Object.fromEntries([...textsOf('common', common), ...textsOf('shell', shell)]),
  ),
)

it('asks again and again how far the work is, shows it, and goes when told to', async () => {
  const answers: (Progress | null)[] = [null, { text: '第 30 行，共 120 行', done: 30, total: 120 }]
  const ask = vi.fn(async () => answers.shift() ?? { text: '第 60 行，共 120 行', done: 60, total: 120 })
  const shown = showWork({ title: '导入 甲.xlsx', ask })
  await expect.element(page.getByText('导入 甲.xlsx')).toBeVisible()
  await expect.element(page.getByText('第 60 行，共 120 行')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
  expect(page.getByRole('button', { name: '取消' }).query()).toBeNull()
  shown.close()
  await expect.element(page.getByText('导入 甲.xlsx')).not.toBeInTheDocument()
  const requested = ask.mock.calls.length
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(ask.mock.calls.length).toBe(requested)
})

it('cancels once, keeps what became of it until it is closed, and outlives questions that fail', async () => {
  const cancel = vi.fn(async () => undefined)
  const ask = vi.fn(async () => Promise.reject(new Error('away')))
  const shown = showWork({ title: '导入 乙.xlsx', ask, cancel })
  await page.getByRole('button', { name: '取消' }).click()
  await expect.element(page.getByText('正在取消')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '取消' })).toBeDisabled()
  expect(cancel).toHaveBeenCalledOnce()
  shown.end('error', '导入已取消，未写入任何数据')
  await expect.element(page.getByText('导入已取消，未写入任何数据')).toBeVisible()
  expect(page.getByRole('progressbar').query()).toBeNull()
})
