import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const DAYS = Array.from({ length: 14 }, (_, index) => ({
  day: `2026-11-${String(index + 8).padStart(2, '0')}`,
  records: index,
  operations: index * 10,
}))
const MODELS = [
  { id: 'm1', enCode: 'waterUse', fullName: '用水记录', total: 48, capped: false },
  { id: 'm2', enCode: 'plot', fullName: '地块档案', total: 10_000, capped: true },
]

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

function shown(
  models: () => unknown,
  own: () => unknown = () => ({ records: 275, capped: false, days: DAYS }),
) {
  const went: string[] = []
  const host: TestHost = Object.assign(
    testHost({
      'documents.read': readingDocuments(),
      'dashboard.own': own,
      'dashboard.models': () => ({ list: models() }),
    }),
    { navigate: (to: string) => went.push(to) },
  )
  drawn = draw(<PageView file="pages/dashboard.page.json" route="/dashboard" />, host)
  return { host, went }
}

it('says what is one’s own, how the last days were, and leads each number to its place', async () => {
  const { host, went } = shown(() => MODELS)
  await expect.element(page.getByRole('heading', { level: 1, name: '仪表盘' })).toBeVisible()
  await expect.element(page.getByText('275')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /今天的操作 130/ })).toBeVisible()
  // The one question of two sources goes out once.
  expect(host.calls.filter(({ name }) => name === 'dashboard.own')).toHaveLength(1)
  await page.getByText('查看数值').click()
  const numbers = page.getByRole('row').filter({ hasText: '11-21' })
  await expect.element(numbers).toHaveTextContent('11-2113130')
  await page.getByRole('button', { name: /用水记录 48/ }).click()
  await expect.poll(() => went).toEqual(['/model/waterUse'])
  await expect.element(page.getByRole('button', { name: /地块档案 10,000 ?\+/ })).toBeVisible()
})

it('says that there are no models, and keeps the rest when one question fails', async () => {
  shown(
    () => [],
    () => {
      throw new Error('断了')
    },
  )
  await expect.element(page.getByText('菜单中还没有表单')).toBeVisible()
  await expect.element(page.getByText('断了').first()).toBeVisible()
})

it('fits a phone', async () => {
  await page.viewport(390, 844)
  shown(() => MODELS)
  await expect.element(page.getByText('用水记录')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
