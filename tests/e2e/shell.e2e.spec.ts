import type { Page } from '@playwright/test'
import { CONTRAST, isSerious, type Question, said, stands, violationsOf, WCAG } from './axe'
import { expect, forgetTheme, openMenu, sideMenu, signIn, test } from './journey'

// The longest: with each journey on its own no worker is left with them at the end.
test.describe.configure({ mode: 'parallel' })

const ORDERS = '采购订单'
const PLOTS = '地块档案'
const DICTIONARY = '字典'

/** One that is hard to read; each is worn in the long run (`colours.long.e2e.spec.ts`), and all over the frame. */
const COLOURS = [
  ['红色', '#f5222d'],
  ['黄色', '#f8bc18'],
] as const
const HARDEST = '黄色'

const strip = (page: Page) => page.getByRole('navigation', { name: '打开的页面' })
const tab = (page: Page, name: string) => strip(page).getByRole('link', { name, exact: true })
const tabs = (page: Page) => strip(page).getByRole('link').allTextContents()
const openSettings = async (page: Page) => {
  await page.getByRole('button', { name: '系统设置' }).click()
  return page.getByRole('dialog', { name: '系统设置' })
}
const openedOrders = async (page: Page) => {
  await openMenu(page, ORDERS)
  await expect(page.getByText(/CG\d{8}0060/)).toBeVisible()
}

test.describe('tag tabs', () => {
  test('stand for visited views, close by X, middle click and Delete, and lead to the last that remains', async ({
    people,
  }) => {
    const page = await people.signedIn()
    for (const name of [ORDERS, PLOTS, DICTIONARY]) {
      await openMenu(page, name)
      await expect(tab(page, name)).toBeVisible()
    }
    await expect.poll(() => tabs(page)).toEqual(['首页', ORDERS, PLOTS, DICTIONARY])
    await expect(page).toHaveTitle(new RegExp(`^${DICTIONARY} - `))
    await strip(page)
      .getByRole('button', { name: `关闭 ${DICTIONARY}` })
      .click()
    await expect(page).toHaveURL(/\/model\/plot/i)
    await tab(page, ORDERS).click({ button: 'middle' })
    await expect.poll(() => tabs(page)).toEqual(['首页', PLOTS])
    await tab(page, '首页').click({ button: 'middle' })
    await expect(tab(page, '首页')).toBeVisible()
    await tab(page, PLOTS).focus()
    await page.keyboard.press('Delete')
    await expect(page).toHaveURL(/\/home$/)
    await expect.poll(() => tabs(page)).toEqual(['首页'])
  })

  test('have a menu by right click and by keyboard; the pinned one survives closing all; a reload brings them back', async ({
    people,
  }) => {
    const page = await people.signedIn()
    for (const name of [ORDERS, PLOTS, DICTIONARY]) {
      await openMenu(page, name)
      // Whoever goes on before a view stands has not visited it.
      await expect(tab(page, name)).toBeVisible()
    }
    await tab(page, '首页').click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: '关闭', exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem', { name: '关闭', exact: true })).toHaveCount(0)
    await page.reload()
    await expect.poll(() => tabs(page)).toEqual(['首页', ORDERS, PLOTS, DICTIONARY])
    await tab(page, PLOTS).focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: '刷新' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => tabs(page)).toEqual(['首页', PLOTS])
    await expect(page).toHaveURL(/\/model\/plot/i)
    await tab(page, PLOTS).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭所有' }).click()
    await expect.poll(() => tabs(page)).toEqual(['首页'])
    await expect(page).toHaveURL(/\/home$/)
  })

  test('scroll by buttons where there is no room', async ({ people }) => {
    const page = await people.signedIn('admin', { viewport: { width: 1000, height: 800 } })
    for (const name of [
      ORDERS,
      PLOTS,
      '用水记录',
      '设备巡检',
      '轮灌计划',
      '农资库存',
      '灌溉设施',
      '单据规则',
    ]) {
      await openMenu(page, name)
      // Whoever goes on before a view stands has not visited it.
      await expect(tab(page, name)).toBeVisible()
    }
    await expect(tab(page, '单据规则')).toBeInViewport()
    const first = tab(page, '首页')
    await expect(first).not.toBeInViewport()
    await strip(page).getByRole('button', { name: '向前滚动' }).click()
    await expect(first).toBeInViewport()
    await strip(page).getByRole('button', { name: '向后滚动' }).click()
    await expect(tab(page, '单据规则')).toBeInViewport()
  })

  test('keep what was done in a view: page, scroll, unsent words and a half-filled form; refresh begins anew', async ({
    people,
  }) => {
    const page = await people.signedIn()
    await openedOrders(page)
    await page.locator('.arco-pagination-item', { hasText: /^2$/ }).click()
    await expect(page.getByText(/CG\d{8}0040/)).toBeVisible()
    await page.getByLabel('单号').first().fill('half a word')
    const rows = page.locator('.loam-list-table-scroller:visible')
    await rows.evaluate((element) => element.scrollTo(0, 200))
    await openMenu(page, PLOTS)
    await expect(page.getByRole('heading', { name: PLOTS }).filter({ visible: true }).first()).toBeVisible()
    await page.getByRole('button', { name: '新建' }).filter({ visible: true }).first().click()
    await page.getByRole('dialog').getByLabel('地块名称').fill('东三支')
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(/CG\d{8}0036/)).toBeVisible()
    expect(await rows.evaluate(({ scrollTop }) => scrollTop)).toBe(200)
    await expect(page.getByLabel('单号').first()).toHaveValue('half a word')
    await tab(page, PLOTS).click()
    await expect(page.getByRole('dialog').getByLabel('地块名称')).toHaveValue('东三支')
    await page.getByRole('dialog').getByRole('button', { name: '取 消' }).click()
    await page
      .locator('.arco-modal')
      .getByRole('button', { name: /离开|确定|放弃/ })
      .click()
    await tab(page, ORDERS).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '刷新' }).click()
    await expect(page.getByLabel('单号').first()).toHaveValue('')
  })

  test('without keeping views a tab begins anew', async ({ people }) => {
    const page = await people.signedIn()
    const settings = await openSettings(page)
    await settings.getByRole('switch', { name: '缓存页面' }).click()
    await page.keyboard.press('Escape')
    await openedOrders(page)
    await page.getByLabel('单号').first().fill('gone')
    await tab(page, '首页').click()
    await tab(page, ORDERS).click()
    await expect(page.getByLabel('单号').first()).toHaveValue('')
  })
})

test.describe('settings', () => {
  test('four layouts, the same for the person on another device', async ({ people }) => {
    const page = await people.signedIn()
    const other = await people.signedIn()
    const frame = page.locator('.loam-workspace')
    const choose = async (name: string) => {
      const settings = await openSettings(page)
      const saved = page.waitForResponse(/SystemTheme/)
      await settings.getByText(name, { exact: true }).click()
      await saved
      await page.keyboard.press('Escape')
    }
    await choose('功能')
    await expect(frame).toHaveAttribute('data-layout', 'functional')
    await expect(sideMenu(page)).toHaveCount(0)
    // Along the top there is room for it on a wider screen.
    await page.setViewportSize({ width: 1680, height: 900 })
    await page.getByRole('banner').getByText('业务应用').click()
    await page.getByRole('menuitem', { name: ORDERS }).click()
    await expect(page).toHaveURL(/purchaseOrder$/)
    await choose('混合')
    await expect(sideMenu(page).getByText(PLOTS)).toBeVisible()
    await expect(sideMenu(page).getByText(DICTIONARY)).toHaveCount(0)
    await page.getByRole('banner').getByText('田间监测').click()
    await expect(sideMenu(page).getByText('监测地图')).toBeVisible()
    await choose('简约')
    await expect.poll(async () => (await sideMenu(page).boundingBox())?.width).toBe(48)
    await other.reload()
    await expect(other.locator('.loam-workspace')).toHaveAttribute('data-layout', 'plain')
    await choose('经典')
    await expect.poll(async () => (await sideMenu(page).boundingBox())?.width).toBe(210)
  })

  test('what has no room along the top is under More', async ({ people }) => {
    const page = await people.signedIn('admin', { viewport: { width: 1000, height: 800 } })
    const settings = await openSettings(page)
    await settings.getByText('功能', { exact: true }).click()
    await page.keyboard.press('Escape')
    const top = page.getByRole('navigation', { name: '主菜单' })
    const widths = await top
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().width))
    expect(new Set(widths)).toEqual(new Set([116]))
    await top.getByRole('button', { name: '更多' }).click()
    await expect(page.locator('.loam-top-menu-below').getByText('在线开发')).toBeVisible()
    await page.keyboard.press('Escape')
    await (await openSettings(page)).getByText('经典', { exact: true }).click()
    await expect(page.locator('.loam-workspace')).toHaveAttribute('data-layout', 'classic')
  })

  test('a theme colour colours everything, and can be read in both looks', async ({ people }) => {
    const page = await people.signedIn()
    await openedOrders(page)
    for (const [name, value] of COLOURS) {
      const settings = await openSettings(page)
      await settings.getByTitle(`${name} ${value}`).click()
      const shade = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--primary-6'))
      await expect.poll(async () => hex(await shade())).toBe(value)
      await page.keyboard.press('Escape')
      await expect(settings).toHaveCount(0)
      if (name !== HARDEST) continue
      expect.soft(await axe(page, { tags: WCAG }), `${name}, light`).toEqual([])
      await page.getByRole('button', { name: '深色' }).click()
      expect.soft(await axe(page, { rules: CONTRAST }), `${name}, dark`).toEqual([])
      await page.getByRole('button', { name: '浅色' }).click()
    }
    const settings = await openSettings(page)
    const frame = page.locator('.loam-workspace')
    for (const [name, slide] of [
      ['白色菜单', 'lightWhite'],
      ['深色菜单', 'dark'],
    ] as const) {
      await settings.getByText(name).click()
      await expect(frame).toHaveAttribute('data-slide', slide)
    }
    await page.reload()
    await expect(page.getByText(/CG\d{8}0060/)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('loam_themeClass'))).toBe('yellow')
    expect(await page.evaluate(() => localStorage.getItem('loam_slideClass'))).toBe('dark')
    await forgetTheme(page)
  })

  test('sizes and the switches act at once and are remembered', async ({ people }) => {
    const page = await people.signedIn()
    await openedOrders(page)
    const add = page.getByRole('button', { name: '新建' }).first()
    const heights: (number | undefined)[] = []
    for (const size of ['默认', '中等', '小型', '超小']) {
      await page.getByRole('button', { name: '布局大小' }).click()
      await page.getByRole('menuitem', { name: size }).click()
      await expect(page.getByRole('menuitem', { name: size })).toHaveCount(0)
      heights.push((await add.boundingBox())?.height)
    }
    expect(heights).toEqual([32, 30, 28, 24])
    const settings = await openSettings(page)
    await expect(strip(page).locator('a svg')).toHaveCount(0)
    await settings.getByRole('switch', { name: '标签页图标' }).click()
    await expect(strip(page).locator('a svg')).toHaveCount(2)
    await settings.getByRole('switch', { name: '侧边栏标志' }).click()
    await expect(sideMenu(page).getByRole('link')).toHaveCount(0)
    for (const part of ['显示标签页', '语言切换', '搜索框'])
      await settings.getByRole('switch', { name: part }).click()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(add).toBeVisible()
    expect((await add.boundingBox())?.height).toBe(24)
    await expect(strip(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: '语言' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: '搜索菜单' })).toHaveCount(0)
  })
})

test('another language loses nothing that is typed', async ({ people }) => {
  const page = await people.signedIn('operator')
  await openedOrders(page)
  await page.getByLabel('单号').first().fill('CG2026')
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByText('English').click()
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await expect(page.getByLabel('Order No.').first()).toHaveValue('CG2026')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByText('简体中文').click()
  await expect(page.getByLabel('单号').first()).toHaveValue('CG2026')
})

test('the keyboard alone finds a place by pinyin, lands on its heading, and shows the keys', async ({
  people,
}) => {
  const page = await people.signedIn()
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: '搜索菜单' })
  await expect(search).toBeFocused()
  await page.keyboard.type('cgdd')
  await expect(page.getByRole('option', { name: new RegExp(ORDERS) })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/purchaseOrder$/)
  await expect(page.getByRole('heading', { name: ORDERS })).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(page.getByText('最近打开')).toBeVisible()
  await page.keyboard.type('dictionary')
  await expect(page.getByRole('option').first()).toContainText(DICTIONARY)
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByText(/CG\d{8}0060/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到内容' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('on a phone the main things are under the thumb, and the menu closes when it has led somewhere', async ({
  people,
}) => {
  const page = await people.signedIn('admin', { viewport: { width: 390, height: 844 }, hasTouch: true })
  const bar = page.getByRole('navigation', { name: '常用入口' })
  for (const box of await bar
    .locator('a, button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect())))
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  await bar.getByRole('button', { name: '展开或收起菜单' }).click()
  const drawer = page.locator('.loam-menu-drawer')
  // For half a second the menu keeps the entry of the screen in view, till somebody touches it.
  await expect(async () => {
    await drawer.getByText(ORDERS).click()
    await expect(page).toHaveURL(/purchaseOrder$/, { timeout: 1000 })
  }).toPass()
  await expect(drawer).toBeHidden()
  await expect(page.getByText(/CG\d{8}0060/)).toBeVisible()
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await beyond()).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 992, height: 844 })
  await expect(sideMenu(page)).toBeVisible()
})

test('a browser that cannot do full screen is told so', async ({ people }) => {
  const page = await people.window()
  await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { get: () => false }))
  await page.goto('/')
  await signIn(page, 'admin')
  await page.getByRole('button', { name: '全屏' }).click()
  await expect(page.getByText('当前浏览器不支持全屏')).toBeVisible()
})

test('signing in needs at most 150 KB of scripts, and the start 350 KB (gzip)', async ({ people }) => {
  expect(await scriptsOf(await people.window(GZIP), '/login')).toBeLessThan(150)
  const storageState = await (await people.signedIn()).context().storageState()
  expect(await scriptsOf(await people.window({ ...GZIP, storageState }), '/home')).toBeLessThan(350)
})

test('the frame stands before any script has come, dark for who works in the dark, and makes room for the workspace', async ({
  people,
}) => {
  const page = await people.signedIn()
  const frame = page.locator('#first-frame')
  await expect(frame).toHaveCount(0)
  const side = await sideMenu(page).boundingBox()
  await page.evaluate(() => localStorage.setItem('loam_dark', '1'))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const first = frame.locator('.first-side')
  await expect(first).toBeVisible()
  expect(await first.boundingBox()).toMatchObject({ x: side?.x, width: side?.width })
  await expect(first).toHaveCSS('background-color', 'rgb(35, 35, 36)')
  release()
  await expect(sideMenu(page)).toBeVisible()
  await expect(frame).toHaveCount(0)
})

/** Browsers would be given the smaller brotli. */
const GZIP = { extraHTTPHeaders: { 'Accept-Encoding': 'gzip' } }

/** KB of scripts that a first visit brings over the wire. */
async function scriptsOf(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  // What is fetched ahead of need, when nothing else is to be done, is not part of it.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto(path)
  await expect(page).toHaveURL((url) => url.pathname === path)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(100_000)
  return bytes / 1024
}

function hex(shade: string): string {
  return `#${shade
    .split(',')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`
}

async function axe(page: Page, asked: Question): Promise<readonly string[]> {
  await page.waitForLoadState('networkidle')
  await stands(page)
  return said((await violationsOf(page, asked)).filter(isSerious))
}
