import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

const SUPPLIER = fileURLToPath(new URL('../../schemas/models/supplier.json', import.meta.url))
const MENU = 'model-revoked-supplier'

/** A call past the screen, with the person's own session. */
async function call<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.fetch(path, {
    ...{ method, headers: { Authorization: token } },
    ...(data === undefined ? {} : { data }),
  })
  const { code, msg, data: result } = (await answer.json()) as { code: number; msg: string; data: T }
  expect(code, msg).toBe(200)
  return result
}

/** A model that looks after the fields of its form, released, with one record; answers the record's id. */
async function makeModel(admin: Page): Promise<string> {
  const model = JSON.parse(readFileSync(SUPPLIER, 'utf8'))
  await call(admin, 'POST', '/api/visualdev/Base', {
    ...model,
    ...{ id: 'revoked-supplier', enCode: 'revokedSupplier', fullName: '往来单位', fullNameI18nCode: '' },
    columnData: { ...model.columnData, useFormPermission: true },
  })
  await call(admin, 'POST', '/api/visualdev/Base/revoked-supplier/Actions/Release', {
    ...{ pc: 1, pcModuleParentId: 'business' },
  })
  const { id } = await call<{ id: string }>(admin, 'POST', '/api/visualdev/OnlineDev/revoked-supplier', {
    menuId: MENU,
    data: JSON.stringify({
      ...{
        F_Name: '北庭滴灌',
        F_Kind: 'irrigation',
        F_Contact: '马建军',
        F_Tel: '0994-1',
        F_Address: '昌吉',
      },
    }),
  })
  return id
}

test('who types into a record loses a field, then the right to save, and nothing that was typed', async ({
  people,
}) => {
  const admin = await people.signedIn()
  const record = await makeModel(admin)
  const page = await people.signedIn('bookkeeper')
  const { userInfo } = await call<{ userInfo: { userId: string } }>(page, 'GET', '/api/oauth/CurrentUser')
  const grant = (form: readonly string[], buttons: readonly string[]) =>
    call(admin, 'PUT', `/api/permission/Authority/Data/${userInfo.userId}`, {
      ...{ objectType: 'User', systemIds: ['main'], module: [MENU] },
      button: buttons.map((code) => `${MENU}/button/${code}`),
      form: form.map((code) => `${MENU}/form/${code}`),
    })
  const fields = ['F_Name', 'F_Kind', 'F_Contact', 'F_Tel', 'F_Address']
  await grant(fields, ['btn_edit'])

  await openMenu(page, '往来单位')
  const edit = page.getByRole('button', { name: '编辑', exact: true })
  await edit.click()
  const form = page.getByRole('dialog')
  const box = (name: string) => form.getByLabel(name, { exact: true })
  await box('名称').fill('北庭滴灌器材')
  await box('联系人').fill('打到一半')
  await box('电话').fill('0994-2')

  await grant(['F_Name', 'F_Kind', 'F_Contact@read', 'F_Address'], ['btn_edit'])
  const saved = Date.now()
  await expect(box('电话')).toHaveCount(0, { timeout: 5000 })
  test
    .info()
    .annotations.push({ type: 'milliseconds to the closed field', description: `${Date.now() - saved}` })
  await expect(box('联系人')).toBeDisabled()
  await expect(box('名称')).toHaveValue('北庭滴灌器材')
  await box('地址').fill('昌吉市高新区')
  const done = form.getByRole('button', { name: /^确\s*定$/ })
  await done.click()
  await expect(form).toHaveCount(0)
  const read = async () => {
    const { data } = await call<{ data: string }>(
      admin,
      'GET',
      `/api/visualdev/OnlineDev/revoked-supplier/${record}?menuId=${MENU}`,
    )
    return JSON.parse(data)
  }
  expect(await read()).toMatchObject({
    ...{ F_Name: '北庭滴灌器材', F_Address: '昌吉市高新区', F_Contact: '马建军', F_Tel: '0994-1' },
  })

  await edit.click()
  await box('名称').fill('北庭水利')
  await grant(['F_Name', 'F_Kind', 'F_Address'], [])
  await expect(edit).toHaveCount(0, { timeout: 5000 })
  await expect(box('名称')).toHaveValue('北庭水利')
  await done.click()
  await expect(page.getByText(/没有权限：往来单位 · 编辑/).first()).toBeVisible()
  await expect(box('名称')).toHaveValue('北庭水利')
  expect(await read()).toMatchObject({ F_Name: '北庭滴灌器材' })
})
