import type { Page } from '@playwright/test'
import { expect, test } from './journey'

type Json = Record<string, unknown>

async function calling(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, data?: object) {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.fetch(path, { method, data, headers: { Authorization: token } })
  const { code, msg, data: found } = await answer.json()
  expect(code, `${path}: ${msg}`).toBe(200)
  return found
}

const field = (formId: number, jnpfKey: string, name: string, label: string, config: Json = {}) => ({
  __config__: { formId, jnpfKey, label, span: 24, ...config },
  __vModel__: name,
})
const order = (enCode: string) => ({
  ...{ fullName: '采购', enCode, type: 1, webType: '2' },
  formData: {
    idGlobal: 103,
    fields: [
      field(101, 'input', 'no', '单号'),
      field(102, 'input', 'supplier', '供应商'),
      field(103, 'inputNumber', 'amount', '金额'),
    ],
  },
  columnData: {
    type: 1,
    columnList: ['no', 'supplier', 'amount'].map((prop) => ({ prop, label: prop })),
    ...{ searchList: [], btnsList: [{ value: 'add' }], columnBtnsList: [{ value: 'edit' }] },
  },
})

const publish = (page: Page) => page.locator('.loam-publish')
const verdict = (page: Page) => publish(page).getByRole('status').first()
const canvas = (page: Page) => page.locator('.loam-canvas')
const setting = (page: Page, name: string) =>
  page.locator('.loam-inspector').getByRole('textbox', { name, exact: true })

test('a model is published, changed where records are asked about, and taken back with all its values', async ({
  people,
}) => {
  const page = await people.signedIn()
  const { id } = await calling(page, 'POST', '/api/visualdev/Base', order(`publish${Date.now()}`))
  await page.goto(`/designModel?id=${id}`)
  await expect(canvas(page)).toBeVisible()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(verdict(page)).toContainText('可以发布')
  await publish(page).getByRole('button', { name: '发布', exact: true }).click()
  await expect(publish(page)).toContainText('版本 1')

  const records = `/api/visualdev/OnlineDev/${id}`
  const one = await calling(page, 'POST', records, { data: { no: 'A1', supplier: '绿洲', amount: 12 } })
  await calling(page, 'POST', records, { data: { no: 'A2', supplier: '', amount: 5 } })

  // A field is called otherwise, one is required, one goes.
  await page.getByText('设计', { exact: true }).click()
  await canvas(page)
    .locator('[data-path="no"]')
    .first()
    .click({ force: true, position: { x: 20, y: 10 } })
  await setting(page, '字段名').fill('orderNo')
  await page.keyboard.press('Tab')
  await canvas(page)
    .locator('[data-path="amount"]')
    .first()
    .click({ force: true, position: { x: 20, y: 10 } })
  await page.keyboard.press('Delete')
  await canvas(page)
    .locator('[data-path="supplier"]')
    .first()
    .click({ force: true, position: { x: 20, y: 10 } })
  await page.locator('.loam-inspector').getByRole('switch', { name: '必填' }).click()
  await expect(page.locator('.loam-designer-draft')).toHaveText('已保存')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(verdict(page)).toContainText('需要确认')
  await expect(publish(page)).toContainText('2 条记录中有 1 条')
  await expect(publish(page)).toContainText('金额')
  const send = publish(page).getByRole('button', { name: '发布', exact: true })
  await expect(send).toBeDisabled()
  await publish(page).getByText('我已了解以上影响', { exact: true }).click()
  await send.click()
  await expect(publish(page)).toContainText('版本 2')
  const read = async () => JSON.parse((await calling(page, 'GET', `${records}/${one.id}`)).data)
  expect(await read()).toEqual(expect.objectContaining({ orderNo: 'A1', supplier: '绿洲' }))

  await publish(page).getByRole('button', { name: /回滚/ }).last().click()
  const drawer = page.getByRole('region', { name: '回滚到版本 1' })
  await drawer.getByRole('button', { name: /^回\s*滚/ }).click()
  await expect(publish(page)).toContainText('版本 3')
  expect(await read()).toEqual(expect.objectContaining({ no: 'A1', supplier: '绿洲', amount: 12 }))
  await page.getByText('设计', { exact: true }).click()
  await expect(canvas(page).locator('[data-path="amount"]').first()).toBeVisible()
})
