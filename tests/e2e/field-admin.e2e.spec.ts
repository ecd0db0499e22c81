import { expect, test } from './journey'

/** Keeping the field and deciding together; nothing here starts a pump. */

test('the project that is picked is the one that every field page shows', async ({ people }) => {
  const page = await people.signedIn('admin')
  await page.goto('/pcMap')
  await expect(page.getByRole('heading', { name: '示范一区' })).toBeVisible()
  await page.getByRole('combobox', { name: '选择项目' }).click()
  await page.getByRole('option', { name: '示范二区' }).click()
  await expect(page.getByRole('heading', { name: '示范二区' })).toBeVisible()
  await page.goto('/field/gateways')
  await expect(page.getByText('D2-GW-1').first()).toBeVisible()
  // It is kept for the next visit.
  await page.reload()
  await expect(page.getByText('D2-GW-1').first()).toBeVisible()
  await expect(page.getByText('GW-3', { exact: true })).toHaveCount(0)
})

test('members of a project are picked by name', async ({ people }) => {
  const page = await people.signedIn('admin')
  await page.goto('/field/projects')
  await page
    .getByRole('row', { name: /示范一区/ })
    .getByRole('button', { name: '成员' })
    .click()
  const dialog = page.getByRole('dialog', { name: '项目成员' })
  await expect(dialog.getByText('灌溉运维部', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
})

test('a gateway gets its token once, one with devices stays, and who saves late sees what was saved first', async ({
  people,
}) => {
  const page = await people.signedIn('admin')
  const dialog = page.getByRole('dialog')
  const confirm = () => dialog.last().getByRole('button', { name: '确定' }).click()
  const name = dialog.getByLabel('名称', { exact: true })
  await page.goto('/field/gateways')
  await page.getByRole('button', { name: '新建' }).first().click()
  await dialog.getByLabel('编号', { exact: true }).fill('a/b')
  await name.fill('90号网关')
  await confirm()
  await expect(dialog.getByText('编号只能由字母、数字、下划线、点和横线组成')).toBeVisible()
  await dialog.getByLabel('编号', { exact: true }).fill('GW-90')
  await confirm()
  await expect(dialog).toBeHidden()

  const row = page.getByRole('row', { name: /GW-90/ })
  await row.getByRole('button', { name: '接入令牌' }).click()
  await confirm()
  await expect(dialog.getByText('令牌只显示这一次')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('row', { name: /GW-3/ }).getByRole('button', { name: '删除' }).click()
  await confirm()
  await expect(page.getByText(/正在使用，不能删除：\d+ 台设备/)).toBeVisible()

  await row.getByRole('button', { name: '编辑' }).click()
  await name.fill('后到的网关')
  const other = await people.signedIn('admin')
  await other.goto('/field/gateways')
  await other.getByRole('row', { name: /GW-90/ }).getByRole('button', { name: '编辑' }).click()
  await other.getByRole('dialog').getByLabel('名称', { exact: true }).fill('先到的网关')
  await other.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(other.getByRole('dialog')).toBeHidden()
  await confirm()
  await expect(dialog.getByRole('alert').getByText('先到的网关')).toBeVisible()
  await dialog.getByRole('button', { name: '用我的覆盖' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /GW-90/ })).toContainText('后到的网关')
  await row.getByRole('button', { name: '删除' }).click()
  await confirm()
  await expect(row).toHaveCount(0)
})

test('what a rule forbids is asked of a second person, who decides on the map', async ({ people }) => {
  const [operator, admin] = [await people.signedIn('operator'), await people.signedIn('admin')]
  const VALVE = 'T1-07-09'
  const lock = (reason: string) =>
    admin.evaluate(
      async ([id, text]) => {
        const answer = await fetch(`/api/field/device/${id}/maintenance`, {
          method: text === '' ? 'DELETE' : 'PUT',
          headers: {
            Authorization: localStorage.getItem('loam_token') ?? '',
            ...(text !== '' && { 'content-type': 'application/json' }),
          },
          ...(text !== '' && { body: JSON.stringify({ reason: text }) }),
        })
        return (await answer.json()).code as number
      },
      [VALVE, reason] as const,
    )
  expect(await lock('更换密封圈')).toBe(200)

  await operator.goto('/pcMap')
  await operator.getByRole('textbox', { name: '搜索名称或编号' }).fill(VALVE)
  await operator
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(VALVE) })
    .click()
  await operator.getByRole('tab', { name: '控制' }).click()
  await operator.getByRole('button', { name: '请第二人批准' }).click()
  await operator.getByRole('dialog').getByRole('textbox').fill('已与王师傅确认')
  await operator.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(operator.getByRole('region', { name: '命令进度' })).toContainText('等待另一名操作员批准')

  await admin.goto('/pcMap')
  await admin.getByRole('button', { name: '待批准 1' }).click()
  await expect(admin.getByText('理由：已与王师傅确认')).toBeVisible()
  await admin.getByRole('button', { name: '拒绝' }).click()
  await admin.getByRole('dialog').getByRole('textbox').fill('密封还没有装好')
  await admin.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(admin.getByRole('button', { name: /^待批准/ })).toBeHidden()

  // Told by a frame, without a press.
  await expect(operator.getByRole('region', { name: '命令进度' })).toContainText(
    '管理员 未批准：密封还没有装好',
  )
  expect(await lock('')).toBe(200)
})
