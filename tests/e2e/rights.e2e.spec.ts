import type { Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

/** The envelope of a call made past the screen, with the person's own session. */
async function forged(page: Page, method: string, path: string, data?: unknown) {
  const token = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.endsWith('token'))?.[1] ?? '',
  )
  const answer = await page.request.fetch(path, {
    method,
    headers: { Authorization: token.replace(/"/g, ''), 'x-language': 'zh' },
    ...(data === undefined ? {} : { data }),
  })
  return (await answer.json()) as {
    readonly code: number
    readonly msg: string
    readonly data: { readonly errors?: readonly { readonly path: string; readonly message: string }[] } | null
  }
}

test('an operator sees only the buttons of his rights', async ({ people }) => {
  const page = await people.signedIn('operator')
  await openMenu(page, '用水记录')
  await expect(page.getByRole('button', { name: '新建' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /删除/ })).toHaveCount(0)
  await openMenu(page, '采购订单')
  await expect(page.getByRole('heading', { name: '采购订单' })).toBeVisible()
  await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /新建|编辑|删除/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '详情' }).first()).toBeVisible()
  await openMenu(page, '字典')
  await expect(page.getByText('采购管理')).toBeVisible()
  await expect(page.getByRole('button', { name: '新建' })).toBeEnabled()
  await expect(page.getByRole('button', { name: /编辑|删除|禁用/ })).toHaveCount(0)
})

test('a forged call is refused with the right it lacks, a forged record with its fields', async ({
  people,
}) => {
  const page = await people.signedIn('operator')
  const order = await forged(page, 'POST', '/api/visualdev/OnlineDev/demo-purchase-order', {
    menuId: 'model-demo-purchase-order',
    data: '{}',
  })
  expect(order).toMatchObject({ code: 403 })
  expect(order.msg).toContain('采购订单 · 新建 (model-demo-purchase-order:btn_add)')
  const removed = await forged(page, 'DELETE', '/api/visualdev/OnlineDev/demo-purchase-order/any')
  expect(removed).toMatchObject({ code: 403 })
  expect(removed.msg).toContain('btn_remove')
  const item = await forged(page, 'DELETE', '/api/system/DictionaryData/any')
  expect(item).toMatchObject({ code: 403 })
  expect(item.msg).toContain('字典 · 删除 (system.dictionary:btn_remove)')

  const record = await forged(page, 'POST', '/api/visualdev/OnlineDev/demo-water-use', {
    menuId: 'model-demo-water-use',
    data: JSON.stringify({ groupId: '', readings: [{ flow: 'much' }] }),
  })
  expect(record.code).toBe(400)
  const paths = record.data?.errors?.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['groupId', 'readings.0.flow']))
  for (const error of record.data?.errors ?? []) expect(error.message).not.toBe('')
})
