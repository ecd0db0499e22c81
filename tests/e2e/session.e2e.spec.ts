import type { Page } from '@playwright/test'
import { withDatabase } from './database'
import { expect, forgetTheme, openMenu, signIn, test } from './journey'
import { PASSWORDS } from './product'

// The longest: with each journey on its own no worker is left with them at the end.
test.describe.configure({ mode: 'parallel' })

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
  // The page is there and not for him: he hears what right is missing and whom to ask, at the address that he came to.
  await operator.goto('/development/models')
  await expect(operator.getByRole('heading', { name: '您没有查看“功能设计”的权限' })).toBeVisible()
  await expect(operator.getByText('development.models')).toBeVisible()
  await expect(operator.getByText(/^可以授权的人：\S/)).toBeVisible()
  await expect(operator).toHaveURL(/\/development\/models$/)
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
  // The account remembers the language: the journeys after this one read Chinese.
  await page.getByRole('button', { name: '語言' }).click()
  await page.getByText('简体').click()
  await expect(page.getByRole('navigation').getByText('系统管理')).toBeVisible()
  await forgetTheme(page)
})

test('a look that was chosen here is there at the first sign-in elsewhere, and in the other tabs', async ({
  people,
}) => {
  const page = await people.signedIn('operator')
  const tab = await page.context().newPage()
  await tab.goto('/home')
  await expect(tab.getByRole('heading').first()).toBeVisible()
  const kept = page.waitForResponse(/SystemTheme/)
  await page.getByRole('button', { name: /深色/ }).click()
  await kept
  const other = await people.window({ colorScheme: 'light' })
  try {
    await expect(tab.locator('body')).toHaveAttribute('arco-theme', 'dark')
    await other.goto('/login')
    await expect(other.locator('body')).not.toHaveAttribute('arco-theme', 'dark')
    // Every drawing of the inside is in the dark: there is no flash of the light.
    await other.evaluate(() => {
      const flashes: string[] = []
      Object.assign(window, { flashes })
      new MutationObserver(() => {
        if (
          document.querySelector('.loam-topbar button') &&
          document.body.getAttribute('arco-theme') !== 'dark'
        )
          flashes.push('light')
      }).observe(document.body, { subtree: true, childList: true })
    })
    await signIn(other, 'operator')
    await expect(other.getByRole('heading').first()).toBeVisible()
    await expect(other.locator('body')).toHaveAttribute('arco-theme', 'dark')
    expect(await other.evaluate(() => (window as unknown as { flashes: string[] }).flashes)).toEqual([])
  } finally {
    await forgetTheme(page)
  }
})

test('whoever works in the dark sees no white page first, on a light system too', async ({ people }) => {
  const page = await people.window({ colorScheme: 'light' })
  await page.goto('/login')
  await page.getByRole('button', { name: '深色' }).click()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  // The application has not begun yet, and the page is dark already.
  await expect(page.locator('body')).toHaveAttribute('arco-theme', 'dark')
  await expect(page.locator('#root')).toBeEmpty()
  await expect.poll(() => lightnessOf(page)).toBeLessThan(64)
  release()
  await expect(account(page)).toBeVisible()
  expect(await lightnessOf(page)).toBeLessThan(64)
})

/** Of the page behind everything: the strongest of red, green and blue, 0 to 255. */
function lightnessOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const colour = getComputedStyle(document.body).backgroundColor
    return Math.max(...(colour.match(/\d+/g) ?? ['255']).slice(0, 3).map(Number))
  })
}

test.describe('without a token', () => {
  test('links to forms and for signing in say what they need, and lead on', async ({ people }) => {
    const page = await people.window()
    await page.goto('/formShortLink')
    await expect(page.getByText('链接不完整')).toBeVisible()
    await page.goto('/auth-redirect?redirect=%2Fhelp')
    await expect(page.getByText('链接中没有登录凭证')).toBeVisible()
    await page.goto('/formShortLink?id=demo-water-use')
    await expect(page.getByText('该表单只对已登录的人员开放')).toBeVisible()
    await page.getByRole('link', { name: '去登录' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await page.getByLabel('账号').fill('operator')
    await page.getByLabel('密码', { exact: true }).fill(PASSWORDS.operator)
    await page.keyboard.press('Enter')
    // The form to fill in, once: whoever loads the page anew has the list.
    await expect(page).toHaveURL(/\/model\/waterUse$/)
    const form = page.getByRole('dialog', { name: '用水记录' })
    await expect(form.getByRole('textbox').first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: '新建' })).toBeVisible()
    await expect(form).toHaveCount(0)
    // Who may not add records has the list.
    await page.goto('/formShortLink?id=demo-purchase-order')
    await expect(page).toHaveURL(/\/model\/purchaseOrder$/)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto('/formShortLink?id=nowhere')
    await expect(page.getByText('没有找到该表单')).toBeVisible()
  })
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

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('loam_token') ?? '')

/** Windows of earlier journeys were closed and not signed out of: a list of sessions would have them on several pages. */
async function endOtherSessions(page: Page): Promise<void> {
  const answer = await page.request.delete('/api/permission/Users/Current/Sessions', {
    headers: { Authorization: await tokenOf(page) },
  })
  expect((await answer.json()).code).toBe(200)
}

const account = (page: Page) => page.getByRole('textbox', { name: '账号' })
const password = (page: Page) => page.getByLabel('密码', { exact: true })

/** Opens the dialog of a new dictionary category and types into it, as somebody in the midst of work. */
async function beginWork(page: Page): Promise<void> {
  await openMenu(page, '单据规则')
  await page
    .getByRole('button', { name: /^(新建|新增)/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('未保存的内容')
}

async function workIsThere(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('未保存的内容')
}

test.describe('the ways in', () => {
  test('a phone that is signed in lets a computer in, once it has seen who asks', async ({ people }) => {
    const computer = await people.window()
    await computer.goto('/login')
    const given = computer.waitForResponse(/getTicket\?/)
    await computer.getByRole('tab', { name: '扫码登录' }).click()
    const { scan, check } = (await (await given).json()).data
    await expect(computer.getByRole('img', { name: '登录二维码' })).toBeVisible()
    await expect(computer.getByText(`核对数字 ${check}`)).toBeVisible()

    const phone = await people.window({ viewport: { width: 390, height: 844 } })
    await phone.goto(`/sso?ticket=${scan}`)
    await expect(phone).toHaveURL(/\/sso\?ticket=/)
    await account(phone).fill('operator')
    await password(phone).fill(PASSWORDS.operator)
    await phone.getByRole('button', { name: '登录' }).click()
    await expect(phone.getByText(check, { exact: true })).toBeVisible()
    await expect(phone.getByText('将以 王小田 的身份登录')).toBeVisible()
    await expect(computer.getByText('已扫描，请在手机上确认')).toBeVisible()
    await phone.getByRole('button', { name: '确认登录' }).click()
    await expect(phone.getByText('已确认，电脑上正在登录')).toBeVisible()
    await expect(computer).toHaveURL(/\/home$/)
    await expect(computer.getByRole('button', { name: '王小田' })).toBeVisible()
  })

  test('a code that was refused on the phone is said, and another can be asked for', async ({ people }) => {
    const computer = await people.window()
    await computer.goto('/login')
    const given = computer.waitForResponse(/getTicket\?/)
    await computer.getByRole('tab', { name: '扫码登录' }).click()
    const { scan } = (await (await given).json()).data
    const phone = await people.signedIn('operator', { viewport: { width: 390, height: 844 } })
    await phone.goto(`/sso?ticket=${scan}`)
    await phone.getByRole('button', { name: '取消' }).click()
    await expect(computer.getByText('手机上取消了登录')).toBeVisible()
    const next = computer.waitForResponse(/getTicket\?/)
    await computer.getByRole('button', { name: '刷新二维码' }).click()
    expect((await (await next).json()).data.scan).not.toBe(scan)
    await phone.goto(`/sso?ticket=${scan}`)
    await expect(phone.getByRole('alert')).toHaveText('二维码已失效，请在电脑上刷新后重新扫描')
  })

  test('a mobile number is asked for correctly, and the page says that no SMS provider is set', async ({
    people,
  }) => {
    const page = await people.window()
    await page.goto('/login')
    await page.getByRole('tab', { name: '验证码登录' }).click()
    await expect(page.getByText(/系统未接入短信服务/)).toBeVisible()
    await page.getByRole('textbox', { name: '手机号' }).fill('12345')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect(page.getByRole('alert')).toHaveText('请输入正确的手机号')
  })

  test('a way back to another site is not followed', async ({ people }) => {
    const page = await people.window()
    await page.goto('/login?redirect=%2F%2Fevil.example%2Fx')
    await signIn(page, 'operator')
    expect(new URL(page.url()).host).toBe(new URL(process.env.LOAM_URL ?? '').host)
  })

  test('the second sign-in is told of the first', async ({ people }) => {
    await people.signedIn('operator')
    const page = await people.window()
    await page.goto('/')
    await signIn(page, 'operator')
    const notice = page.getByRole('alert').filter({ hasText: '上次登录' })
    await expect(notice).toContainText('127.0.0.1')
  })
})

test('a locked screen shows the product’s time, wherever its browser stands', async ({ people }) => {
  const page = await people.signedIn('admin', { timezoneId: 'America/New_York' })
  await page.getByRole('button', { name: /管理员/ }).click()
  await page.getByText('锁定屏幕').click()
  const clock = page.locator('.loam-lock-clock time')
  const shown = async () => {
    const at = Date.parse((await clock.getAttribute('datetime')) ?? '')
    const here = new Intl.DateTimeFormat('zh-CN', {
      ...{ hour: '2-digit', minute: '2-digit', hour12: false },
      timeZone: 'Asia/Shanghai',
    })
    return [await clock.textContent(), here.format(at)]
  }
  // Between the two readings the minute may turn.
  await expect.poll(async () => new Set(await shown()).size).toBe(1)
})

test('a locked screen opens by the password, in all tabs, with everything as it was', async ({ people }) => {
  const page = await people.signedIn('admin')
  await beginWork(page)
  const other = await page.context().newPage()
  await other.goto('/home')
  await expect(other.getByRole('navigation').first()).toBeVisible()
  await other.getByRole('button', { name: /管理员/ }).click()
  await other.getByText('锁定屏幕').click()
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/lockScreen/)
  await page.getByRole('button', { name: '解锁' }).click()
  const refusal = page.locator('dialog').getByRole('alert')
  await expect(refusal).toHaveText('请输入密码')
  await password(page).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(refusal).toHaveText('密码错误')
  await other.reload()
  await expect(other).toHaveURL(/\/lockScreen/)
  await expect(other.getByRole('heading', { name: '管理员' })).toBeVisible()
  await password(page).fill(PASSWORDS.admin)
  await page.getByRole('button', { name: '解锁' }).click()
  await expect(page).toHaveURL(/\/system\/bill-rule$/)
  await workIsThere(page)
  await expect(other).toHaveURL(/\/home$/)
})

/** What a first password has to be, laid down for as long as `work` lasts; after it the operator is as before. */
async function withFirstPasswords(work: (setCaptcha: (key: string) => Promise<void>) => Promise<void>) {
  await withDatabase(async (sql) => {
    const [before] = await sql(
      `select password_hash, change_password_at from user_account where account = 'operator'`,
    )
    await sql(`
      insert into setting (key, value) values ('system', '{"mandatoryModificationOfInitialPassword": 1}')
      on conflict (key) do update set value = setting.value || excluded.value`)
    try {
      await sql(`update user_account set change_password_at = null where account = 'operator'`)
      await work(async (key) => {
        await sql(`update captcha set code = '2468' where key = $1`, [key])
      })
    } finally {
      await sql(`
        update setting set value = value - 'mandatoryModificationOfInitialPassword' where key = 'system'`)
      await sql(
        `update user_account set password_hash = $1, change_password_at = $2 where account = 'operator'`,
        [before?.['password_hash'], before?.['change_password_at']],
      )
    }
  })
}

test('a first password is changed before anything else, and lets in from then on', async ({ people }) => {
  await withFirstPasswords(async (setCaptcha) => {
    const page = await people.window()
    await page.goto('/model/purchaseOrder')
    const image = page.waitForResponse(/\/ImageCode\//)
    await account(page).fill('operator')
    await password(page).fill(PASSWORDS.operator)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '首次登录请修改初始密码' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    // Nothing of the inside is there, whatever address is tried.
    await expect(page.getByRole('navigation')).toHaveCount(0)
    const change = dialog.getByRole('button', { name: '修改密码' })
    const type = (name: string, text: string) => dialog.getByLabel(name, { exact: true }).fill(text)
    await change.click()
    for (const text of ['旧密码不能为空', '新密码不能为空', '重复密码不能为空', '验证码不能为空'])
      await expect(dialog.getByText(text)).toBeVisible()
    await type('旧密码', PASSWORDS.operator)
    for (const [typed, refusal] of [
      ['Ha1', '新密码长度不能小于6位'],
      ['Harvest', '新密码必须包含数字'],
      ['HARVEST2026', '新密码必须包含小写字母'],
    ] as const) {
      await type('新密码', typed)
      await change.click()
      await expect(dialog.getByText(refusal)).toBeVisible()
    }
    await type('新密码', 'Harvest2026')
    await type('重复密码', 'Harvest2027')
    await type('验证码', '2468')
    await change.click()
    await expect(dialog.getByText('两次密码输入不一致')).toBeVisible()
    await setCaptcha(decodeURIComponent(new URL((await image).url()).pathname.split('/').at(-1) ?? ''))
    await type('重复密码', 'Harvest2026')
    await change.click()
    await expect(page).toHaveURL(/\/login/)
    await expect(
      page.getByRole('alert').filter({ hasText: '密码修改成功，请重新登录' }).first(),
    ).toBeVisible()
    await account(page).fill('operator')
    await password(page).fill('Harvest2026')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '王小田' })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
})

test.describe('a session that ends', () => {
  test('by an administrator is told at once; signing in again over the page goes on with what was typed', async ({
    people,
  }) => {
    const chief = await people.signedIn('admin')
    await endOtherSessions(chief)
    const page = await people.signedIn('admin')
    await beginWork(page)
    await openMenu(chief, '在线用户')
    await expect(chief.getByText('本机')).toBeVisible()
    const other = chief.getByRole('row').filter({ hasText: 'admin' }).filter({ hasNotText: '本机' })
    await expect(other).toHaveCount(1)
    await other.getByRole('button', { name: '强制下线' }).click()
    await chief.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    await expect(other).toHaveCount(0)
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsystem%2Fbill-rule/)
    await expect(page.locator('dialog').getByRole('alert')).toHaveText(
      '您的会话已被管理员结束 您填写的内容都还在，登录后可继续。',
    )
    await account(page).fill('admin')
    await password(page).fill(PASSWORDS.admin)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/system\/bill-rule$/)
    await workIsThere(page)
  })

  test('elsewhere (601) leads to the sign-in page once, whatever is asked meanwhile; another person begins anew', async ({
    people,
  }) => {
    const page = await people.signedIn('admin')
    await openMenu(page, '单据规则')
    const search = page.getByRole('button', { name: '查询' }).first()
    await expect(search).toBeVisible()
    const own = await tokenOf(page)
    const refused: string[] = []
    await page.route('**/api/**', (route) => {
      if (route.request().headers()['authorization'] !== own) return route.continue()
      refused.push(route.request().url())
      return route.fulfill({ json: { code: 601, msg: '您的账号已在其他地方登录', data: null } })
    })
    const turns: string[] = []
    page.on('framenavigated', (frame) => turns.push(frame.url()))
    // By itself: what the page asks in the background may have brought the sign-in over it already.
    await search.evaluate((button: HTMLElement) => button.click())
    await expect(page.locator('dialog').getByRole('alert')).toContainText('您的账号已在其他地方登录')
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsystem%2Fbill-rule/)
    expect(refused.length).toBeGreaterThan(0)
    expect(turns.length).toBeLessThanOrEqual(2)
    expect(await tokenOf(page)).toBe('')
    await account(page).fill('operator')
    await password(page).fill(PASSWORDS.operator)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '王小田' })).toBeVisible()
    await expect(page.getByRole('button', { name: /管理员/ })).toHaveCount(0)
  })

  test('on purpose in one tab leaves nothing in the others', async ({ people }) => {
    const page = await people.signedIn('admin')
    await beginWork(page)
    const other = await page.context().newPage()
    await other.goto('/home')
    await other.getByRole('button', { name: /管理员/ }).click()
    await other.getByText('退出登录').click()
    await other.getByRole('dialog').getByRole('button', { name: /确定/ }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.locator('dialog')).toHaveCount(0)
    await expect(page.getByText('未保存的内容')).toHaveCount(0)
  })
})

test.describe('a link with a token', () => {
  test('is taken, and the token leaves the address', async ({ people }) => {
    const token = await tokenOf(await people.signedIn('operator'))
    const page = await people.window()
    await page.goto(`/workFlowDetail?token=${token}&config=x`)
    await expect(page).not.toHaveURL(/token/)
    await expect.poll(() => tokenOf(page)).toBe(token)
    await page.goto('/home')
    await expect(page.getByRole('button', { name: '王小田' })).toBeVisible()
  })

  test('to the map of a phone is taken too, and shows the map', async ({ people }) => {
    const token = await tokenOf(await people.signedIn('operator'))
    for (const path of ['/appMap', '/appAuto']) {
      const page = await people.window()
      await page.goto(`${path}?token=${token}`)
      await expect(page).toHaveURL((url) => url.pathname === path && url.search === '')
      await expect.poll(() => tokenOf(page)).toBe(token)
      await expect(page.locator('main').getByRole('heading', { level: 1 }).first()).toBeVisible()
    }
  })

  test('of somebody else asks before it changes who one is', async ({ people }) => {
    const token = await tokenOf(await people.signedIn('operator'))
    const page = await people.signedIn('admin')
    const own = await tokenOf(page)
    await page.goto(`/appMap?token=${token}`)
    await expect(page.getByText('现在登录的是 管理员，链接里的账号是 王小田。')).toBeVisible()
    expect(page.url()).not.toContain(token)
    await page.getByRole('button', { name: '继续使用 管理员' }).click()
    expect(await tokenOf(page)).toBe(own)
    await page.goto(`/appMap?token=${'z'.repeat(43)}`)
    await expect(page).not.toHaveURL(/token/)
    await expect.poll(() => tokenOf(page)).toBe(own)
  })
})
