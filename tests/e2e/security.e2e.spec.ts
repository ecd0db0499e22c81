import type { Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

/** Asks as the person of a window does. */
async function ask<T>(page: Page, path: string, data?: object, method = data ? 'PUT' : 'GET'): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.fetch(path, {
    ...{ method, headers: { Authorization: token } },
    ...(data && { data }),
  })
  const { code, data: content } = await answer.json()
  expect(code).toBe(200)
  return content as T
}

/** A data interface of a journey's own, which ends with it. */
async function withInterface(page: Page, fullName: string, use: (id: string) => Promise<void>) {
  const { id } = await ask<{ id: string }>(
    page,
    '/api/system/DataInterface',
    {
      ...{ fullName, enCode: 'journey-interface', type: 1, parameterJson: '[]', fieldJson: '[]' },
      dataConfigJson: JSON.stringify({ sql: 'select 1 as one' }),
    },
    'POST',
  )
  await use(id)
  await ask(page, `/api/system/DataInterface/${id}`, undefined, 'DELETE')
}

/** Opens the editor of a data interface at one of its steps, counted from 1. */
async function editInterface(page: Page, name: string, step: number) {
  await openMenu(page, '数据接口')
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '编辑' }).click()
  const editor = page.getByRole('dialog', { name: '编辑数据接口' })
  for (let at = 1; at < step; at += 1) await editor.getByRole('button', { name: '下一步' }).click()
  return editor
}

test('an administrator says who may run a data interface', async ({ people }) => {
  const page = await people.signedIn()
  const runners = () => ask<object>(page, '/api/system/DataInterface/materials/Runners')
  const before = await runners()
  await openMenu(page, '数据接口')
  const row = page.getByRole('row').filter({ hasText: '物料列表' })
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByText('谁可以运行').filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: '谁可以运行' })
  await expect(dialog.getByText('能看到使用该接口的功能的人始终可以运行')).toBeVisible()
  await dialog.getByRole('switch', { name: '所有登录的人' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  expect(await runners()).toMatchObject({ everybody: 1 })
  await ask(page, '/api/system/DataInterface/materials/Runners', before)
})

test('that an interface reads all records is the super administrator’s to say, and stays said', async ({
  people,
}) => {
  const page = await people.signedIn()
  const implementer = await people.signedIn('implementer')
  const readsAll = { name: '读取全部记录' }
  await withInterface(page, '全部用水', async () => {
    const locked = await editInterface(implementer, '全部用水', 3)
    await expect(locked.getByRole('switch', readsAll)).toBeDisabled()
    const editor = await editInterface(page, '全部用水', 3)
    await editor.getByRole('switch', readsAll).click()
    await editor.getByRole('button', { name: '确定' }).click()
    await expect(editor).toBeHidden()
    const again = await editInterface(page, '全部用水', 3)
    await expect(again.getByRole('switch', readsAll)).toBeChecked()
    await again.getByRole('button', { name: '取消' }).click()
  })
})

test('a parameter of a data interface is added, saved, and there when it is opened again', async ({
  people,
}) => {
  const page = await people.signedIn()
  await withInterface(page, '按年用水', async () => {
    const editor = await editInterface(page, '按年用水', 2)
    await expect(editor.getByText('{name} 使用参数')).toBeVisible()
    await editor.getByRole('button', { name: '添加' }).click()
    await page.keyboard.type('year')
    await page.keyboard.press('Enter')
    await editor.getByRole('button', { name: '确定' }).click()
    await expect(editor).toBeHidden()
    const again = await editInterface(page, '按年用水', 2)
    await expect(again.getByRole('gridcell', { name: 'year' })).toBeVisible()
    await again.getByRole('button', { name: '取消' }).click()
  })
})
