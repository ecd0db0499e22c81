import { expect, signIn, test } from './journey'

test.describe('signing in', () => {
  test('a path of the inside leads through the sign-in page and back', async ({ people }) => {
    const page = await people.window()
    await page.goto('/system/dictionary')
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await page.getByLabel('账号').fill('admin')
    await page.getByLabel('密码', { exact: true }).fill('Journey2026')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/system\/dictionary$/)
    await expect(page.getByRole('heading', { name: '字典分类' })).toBeVisible()
  })

  test('a wrong password is said, and what was typed stays', async ({ people }) => {
    const page = await people.window()
    await page.goto('/login')
    await page.getByLabel('账号').fill('operator')
    await page.getByLabel('密码', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: '登录' }).click()
    await expect(page.getByRole('alert')).toContainText('密码')
    await expect(page.getByLabel('账号')).toHaveValue('operator')
    await signIn(page, 'operator')
  })

  test('signing out ends the session on the server too', async ({ people }) => {
    const page = await people.signedIn()
    const token = await page.evaluate(
      () => Object.entries(localStorage).find(([key]) => key.endsWith('token'))?.[1] ?? '',
    )
    expect(token).not.toBe('')
    await page.getByRole('button', { name: /管理员/ }).click()
    await page.getByText('退出登录').click()
    await page.getByRole('dialog').getByRole('button', { name: /确定/ }).click()
    await expect(page).toHaveURL(/\/login/)
    const answer = await page.request.get('/api/oauth/CurrentUser', {
      headers: { Authorization: token.replace(/"/g, '') },
    })
    expect((await answer.json()).code).toBe(600)
  })
})

test('the menu is the one that the server filtered for this person', async ({ people }) => {
  const admin = await people.signedIn('admin')
  await expect(admin.getByRole('navigation').getByText('功能设计')).toBeVisible()
  const operator = await people.signedIn('operator')
  await expect(operator.getByRole('navigation').getByText('用水记录')).toBeVisible()
  await expect(operator.getByRole('navigation').getByText('功能设计')).toHaveCount(0)
  await operator.goto('/development/models')
  await expect(operator).toHaveURL(/\/404$/)
})

test('three languages and both themes switch without a reload and are remembered', async ({ people }) => {
  const page = await people.signedIn()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByText('English').click()
  await expect(page.getByRole('navigation').getByText('Dictionaries')).toBeVisible()
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByText('繁體').click()
  await expect(page.getByRole('navigation').getByText('系統管理')).toBeVisible()
  await page.getByRole('button', { name: /深色/ }).click()
  await expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark')
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  await page.reload()
  await expect(page.getByRole('navigation').getByText('系統管理')).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark')
})

test('an unknown path is answered with a page that leads back', async ({ people }) => {
  const page = await people.signedIn()
  await page.goto('/nowhere/at/all')
  await expect(page).toHaveURL(/\/404$/)
  await page
    .getByRole('link', { name: /首页/ })
    .or(page.getByRole('button', { name: /首页/ }))
    .last()
    .click()
  await expect(page).toHaveURL(/\/home$/)
})
