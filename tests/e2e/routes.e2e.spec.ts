import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { said, violationsOf } from './axe'
import { expect, signIn, test } from './journey'

const PRODUCT = '智慧农田管理平台'

/** The system that everybody begins in (`schemas/systems.json`). */
const MAIN = '高标准农田'

/** Every fixed route, where it ends, what stands there as its heading, and the window's title before the system's. */
const ROUTES: readonly (readonly [path: string, end: string, heading: RegExp | null, title: string])[] = [
  ['/', '/home', /管理员/, '首页'],
  ['/home', '/home', /管理员/, '首页'],
  ['/dashboard', '/dashboard', /仪表盘/, '仪表盘'],
  ['/messageRecord', '/messageRecord', null, '站内消息'],
  ['/previewModel', '/previewModel', /功能预览/, '功能预览'],
  ['/profile', '/profile', /个人信息/, '个人信息'],
  ['/emailDetail', '/emailDetail', /收件箱/, '查看邮件'],
  ['/workFlowDetail', '/workFlowDetail', /没有待办任务/, '流程详情'],
  ['/workFlow/entrust?config=1', '/workFlow/entrust', /我的委托/, '流程委托'],
  ['/externalLink?href=%2Fapi%2Fdocs', '/externalLink', /外部链接/, '外部链接'],
  ['/menuMore', '/menuMore', /更多菜单/, '更多'],
  ['/formShortLink', '/formShortLink', /表单链接/, '表单链接'],
  ['/auth-redirect?redirect=%2Fhelp', '/help', /帮助/, '帮助'],
  ['/help', '/help', /帮助/, '帮助'],
  ['/statement', '/statement', /声明/, '声明'],
  ['/feedback', '/feedback', /反馈/, '反馈'],
  ['/historyData', '/historyData', null, '历史数据'],
  ['/sfHistoryData', '/sfHistoryData', null, '水肥记录'],
  ['/pcMap', '/pcMap', /\S/, ''],
  ['/appMap', '/appMap', /\S/, ''],
  ['/appLGZMap', '/appLGZMap', /轮灌组/, ''],
  ['/appAddEditLGZ', '/appAddEditLGZ', /新建轮灌组/, ''],
  ['/appAuto', '/appAuto', /灌溉计划/, ''],
  ['/redirect/dashboard', '/dashboard', /仪表盘/, '仪表盘'],
  ['/redirect//elsewhere.example', '/404', /404/, '页面不存在'],
  ['/404', '/404', /404/, '页面不存在'],
  ['/nowhere/at/all', '/404', /404/, '页面不存在'],
]

/** What stands on the map's pages beside their headings: that they are live, what they are for, and the press that stops everything. */
const ON_MAPS: Readonly<Record<string, readonly string[]>> = {
  '/pcMap': ['实时', '全部停止'],
  '/appMap': ['实时', '全部停止'],
  '/appLGZMap': ['实时', '新建轮灌组', '全部停止'],
  '/appAddEditLGZ': ['实时', '保存', '全部停止'],
  '/appAuto': ['新建计划', '执行情况', '全部停止'],
}

async function faultsOf(page: Page): Promise<readonly string[]> {
  return said(await violationsOf(page, { within: 'main' }))
}

/** The person's menu as the server has it now. */
async function menuOf(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  return (await page.request.get('/api/oauth/CurrentUser', { headers: { Authorization: token } })).text()
}

test('every fixed route shows something, is called by its name and can be used by everybody', async ({
  people,
}) => {
  test.setTimeout(300_000)
  const page = await people.signedIn()
  for (const [path, end, heading, title] of ROUTES) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page).toHaveURL((url) => url.pathname === end)
      const main = page.locator('main')
      if (heading) await expect(main.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible()
      for (const words of ON_MAPS[path] ?? [])
        await expect(main.getByText(words, { exact: true }).first()).toBeVisible({ timeout: 20_000 })
      await expect.poll(() => main.textContent().then((text) => text?.trim().length)).toBeGreaterThan(4)
      await expect(page).toHaveTitle(title === '' ? new RegExp(PRODUCT) : `${title} - ${PRODUCT}`)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways, 'no page scrolls sideways').toBeLessThanOrEqual(0)
      // Colours that are on their way somewhere are checked when they are there.
      await expect.poll(() => faultsOf(page), { message: path, timeout: 45_000 }).toEqual([])
    })
  }
})

test('an address that is no page of the web is refused, one that is has its address shown', async ({
  people,
}) => {
  const page = await people.signedIn()
  for (const href of ['javascript:alert(1)', 'data:text/html,<h1>x</h1>', '//elsewhere.example']) {
    await page.goto(`/externalLink?href=${encodeURIComponent(href)}`)
    await expect(page.getByRole('heading', { name: '不能打开这个地址' })).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
  }
  await page.goto('/externalLink?href=%2Fapi%2Fdocs')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Loam API' })).toBeVisible()
  await expect(page.getByText('/api/docs')).toBeVisible()
  await expect(page.getByRole('button', { name: '在新窗口打开' })).toBeVisible()
})

test('a navigation whose place cannot be fetched leads to 404, from which it is tried again', async ({
  browser,
}) => {
  // A window of its own: its console rightly tells of the file that was not there.
  const context = await browser.newContext({ baseURL: process.env.LOAM_URL ?? '', locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto('/')
  await signIn(page, 'admin')
  const file = /\/assets\/plain-pages-[^/]*\.js/
  await page.route(file, (route) => route.abort())
  await page.goto('/help')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByText('页面没有加载成功')).toBeVisible()
  await page.unroute(file)
  await page.getByRole('link', { name: '重试' }).click()
  await expect(page.getByRole('heading', { name: '帮助' })).toBeVisible()
  await context.close()
})

test('types of menu entries lead to their places, in the system that they belong to', async ({ people }) => {
  const file = join(process.env.LOAM_SCHEMAS ?? '', 'systems.json')
  const before = await readFile(file, 'utf8')
  const more = (type: number, enCode: string, fullName: string, rest = {}) => ({
    type,
    enCode,
    fullName,
    ...rest,
  })
  const systems = JSON.parse(before) as { items: unknown[] }[]
  systems[1]?.items.push(
    more(1, 'place.group', '空分组'),
    more(5, 'place.report', '用水报表'),
    more(6, 'place.view', '数据大屏', { urlAddress: '/api/docs' }),
    more(8, 'place.portal', '农场门户'),
  )
  try {
    await writeFile(file, JSON.stringify(systems))
    const page = await people.signedIn()
    await page.getByRole('button', { name: '切换应用' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('textbox').fill('资料')
    await expect(drawer.getByRole('button', { name: MAIN })).toHaveCount(0)
    await drawer.getByRole('button', { name: '资料中心' }).click()
    await expect(page.getByRole('navigation').getByText('农田资料')).toBeVisible()
    await expect(page.getByRole('navigation').getByText('在线开发')).toHaveCount(0)
    // The server sees the file within a second or so.
    await expect.poll(() => menuOf(page), { timeout: 30_000 }).toContain('place.portal')
    await page.goto('/dictionary/reference.crop')
    await expect(page.getByRole('heading', { name: '作物' })).toBeVisible()
    await expect(page.getByRole('row')).not.toHaveCount(1)
    for (const [path, text] of [
      ['/place.group', '这个分组下还没有菜单'],
      ['/report/place.report', '报表模块尚未安装'],
      ['/portal/place.portal', '门户模块尚未安装'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(text)).toBeVisible()
    }
    await page.goto('/view/place.view')
    expect(await page.locator('iframe').getAttribute('src')).toMatch(/^\/api\/docs\?token=.+/)
    // A page of another system offers the way there.
    await page.goto('/development/models')
    await expect(page.getByRole('heading', { name: `“功能设计”在应用“${MAIN}”中` })).toBeVisible()
    await page.getByRole('button', { name: '切换并打开' }).click()
    await expect(page.getByRole('navigation').getByText('在线开发')).toBeVisible()
    await expect(page.getByRole('heading', { name: '功能设计' }).first()).toBeVisible()
    await expect(page).toHaveURL(/\/development\/models$/)
  } finally {
    await writeFile(file, before)
  }
})

test('a person keeps their own page: data, signature, devices', async ({ people }) => {
  test.setTimeout(300_000)
  const page = await people.signedIn('operator')
  await expect(page.getByRole('button', { name: '切换应用' })).toHaveCount(0)
  await page.goto('/profile')
  // The name and the mobile number are not the form's: the one is the administrator's, the other needs a code.
  await expect(page.getByRole('textbox', { name: '姓名' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '修改手机号' })).toBeVisible()
  await page.getByLabel('邮箱').fill('operator@')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请输入正确的邮箱')).toBeVisible()
  await expect(page.getByLabel('邮箱')).toBeFocused()
  await page.getByLabel('邮箱').fill('operator@farm.example')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('邮箱')).toHaveValue('operator@farm.example')

  await page.goto('/profile?part=signatures')
  await page.getByRole('button', { name: '手写签名' }).click()
  const sheet = page.getByRole('img', { name: '签名区域' })
  await expect(page.getByRole('button', { name: '保存' })).toBeDisabled()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('There is no sheet')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 120, { steps: 8 })
  await page.mouse.up()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('img', { name: '签名 1' })).toBeVisible()
  await expect(page.getByText('默认', { exact: true })).toBeVisible()

  const other = await people.signedIn('operator')
  await page.goto('/profile?part=devices')
  await page.getByRole('button', { name: '退出其他所有设备' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('button', { name: '退出其他所有设备' })).toBeDisabled()
  await other.goto('/home')
  await expect(other.getByLabel('账号')).toBeVisible()
  for (const part of [
    'base',
    'places',
    'subordinates',
    'rights',
    'log',
    'devices',
    'appearance',
    'password',
  ]) {
    await page.goto(`/profile?part=${part}`)
    await expect(page.locator('main h2')).toBeVisible()
    await expect.poll(() => faultsOf(page), part).toEqual([])
  }
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByRole('dialog').getByLabel('旧密码', { exact: true })).toBeVisible()
})
