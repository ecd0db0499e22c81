import { mkdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { CONTRAST, isSerious, said, stands, violationsOf, WCAG } from './axe'
import { designerScreens } from './designer-scene'
import { expect, test } from './journey'
import { PASSWORDS } from './product'

/** What a model's designer wrote is shown as written in every language, and so are the names of farms and people. */
const MODEL = `${readFileSync('schemas/models/purchase-order.json', 'utf8')} 示范一区 管理员`

/** Every screen's picture, for people to look at: `<screen>-<width>-<theme>.png`. */
const PICTURES = 'tests/.output/looks'
export const DESKTOP = { width: 1440, height: 900 }
export const HANDSET = { width: 390, height: 844 }
const PHONE = 576

type Words = Readonly<
  Record<'account' | 'password' | 'signIn' | 'add' | 'addRow' | 'detail' | 'category', string>
>
const ZH: Words = {
  account: '账号',
  password: '密码',
  signIn: '登录',
  add: '新建',
  addRow: '添加',
  detail: '详情',
  category: '采购管理',
}

/** Each set is a journey of its own: together they would outlast its time on a slow machine. */
const SETS = {
  screen: (page: Page) => screens(page, ZH),
  'screen of the field': (page: Page) => [...screens(page, ZH).slice(0, SIGNED_IN), ...fieldScreens(page)],
  'screen of the designer': (page: Page) => [
    ...screens(page, ZH).slice(0, SIGNED_IN),
    ...designerScreens(page),
  ],
} as const

const THEMES = ['light', 'dark'] as const

/** Every screen of these sets at one size, by day and by night, or by one of them. */
export function looksAt(
  size: typeof DESKTOP,
  sets: readonly (keyof typeof SETS)[] = ['screen', 'screen of the field', 'screen of the designer'],
  themes: readonly (typeof THEMES)[number][] = THEMES,
): void {
  test.beforeAll(() => mkdirSync(PICTURES, { recursive: true }))

  for (const set of sets) {
    const screensOf = SETS[set]
    test(`every ${set} at ${size.width} px, ${themes.join(' and ')}`, async ({ people }) => {
      test.setTimeout(300_000)
      const page = await people.window({
        viewport: size,
        colorScheme: 'light',
        hasTouch: size.width < PHONE,
      })
      const policy = await watchPolicy(page)
      for (const screen of screensOf(page)) {
        await screen.open()
        // By day and by night it is one screen: its system turns dark under it, and light again for the next.
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme })
          await settled(page)
          await page.screenshot({ path: `${PICTURES}/${screen.name}-${size.width}-${theme}.png` })
          expect.soft(await axe(page, theme), `${screen.name}, ${theme}: axe`).toEqual([])
        }
        expect.soft(await keysIn(page), `${screen.name}: words that are missing`).toEqual([])
        expect.soft(await widthBeyond(page), `${screen.name}: no sideways scrolling`).toBe(0)
        if (size.width < PHONE)
          expect.soft(await smallTargets(page), `${screen.name}: targets of 44 px`).toEqual([])
        await page.emulateMedia({ colorScheme: 'light' })
      }
      expect(await policy(), 'the content security policy').toEqual([])
    })
  }
}

/** What a person reads first, in the other languages. */
export function readsInEveryLanguage(): void {
  for (const language of ['en', 'zhtw'] as const) {
    test(`list, form and dictionary page in ${language}: every word is said in it`, async ({ people }) => {
      const page = await people.window({ locale: language === 'en' ? 'en-US' : 'zh-TW' })
      const words = language === 'en' ? EN : TW
      const [signIn, , orders, form, , dictionary] = screens(page, words)
      for (const screen of [signIn, orders, form, dictionary]) {
        if (!screen) continue
        await screen.open()
        await settled(page)
        await page.screenshot({ path: `${PICTURES}/${screen.name}-${language}.png` })
        expect(await page.locator('body').textContent()).not.toMatch(/@[a-z]\w*\.\w+/)
        if (language === 'en') {
          const words = (await chineseIn(page)).flatMap((text) => text.split(/ · |[ -~]+/))
          expect(
            words.filter((word) => /\p{Script=Han}/u.test(word) && !MODEL.includes(word.trim())),
            screen.name,
          ).toEqual([])
        }
      }
    })
  }
}

const EN: Words = {
  account: 'Account',
  password: 'Password',
  signIn: 'Sign in',
  add: 'Add',
  addRow: 'Add a line',
  detail: 'Details',
  category: 'Purchasing',
}
const TW: Words = {
  ...ZH,
  add: '新增',
  addRow: '新增',
  account: '帳號',
  password: '密碼',
  signIn: '登入',
  detail: '詳細資料',
  category: '採購管理',
}

interface Screen {
  readonly name: string
  open(): Promise<void>
}

/** In the order a person comes to them; each begins where the one before it ended. */
function screens(page: Page, words: Words): readonly Screen[] {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  return [
    {
      name: 'sign-in',
      async open() {
        await page.goto('/login')
        await expect(page.getByLabel(words.account)).toBeFocused()
      },
    },
    {
      name: 'home',
      async open() {
        await signIn(page, words)
        await expect(page.getByRole('heading').first()).toBeVisible()
      },
    },
    {
      name: 'orders',
      async open() {
        if (page.url().endsWith('/login')) await signIn(page, words)
        await page.goto('/model/purchaseOrder')
        await expect(page.getByText(/CG\d{8}0060/)).toBeVisible()
      },
    },
    {
      name: 'order-form',
      async open() {
        await button(words.add).first().click()
        await dialog.getByRole('button', { name: words.addRow, exact: true }).click()
        await expect(dialog.getByText('0.00').first()).toBeVisible()
      },
    },
    {
      name: 'order-detail',
      async open() {
        await page.goto('/model/purchaseOrder')
        const order = page.getByText(/CG\d{8}0060/)
        await expect(order).toBeVisible()
        if (await button(words.detail).first().isVisible()) await button(words.detail).first().click()
        else await order.click()
        await expect(page.getByText('620.00').first()).toBeVisible()
      },
    },
    {
      name: 'dictionary',
      async open() {
        await page.goto('/system/dictionary')
        await expect(page.getByText(words.category)).toBeVisible()
      },
    },
    {
      name: 'models',
      async open() {
        await page.goto('/development/models')
        await expect(page.getByText('用水记录').last()).toBeVisible()
      },
    },
    {
      name: 'import',
      async open() {
        await page.goto('/development/import')
        await page
          .getByLabel('模型 JSON')
          .fill(readFileSync('tests/fixtures/models/device-alarm.json', 'utf8'))
        await page.getByRole('button', { name: '检查' }).click()
        await expect(page.getByRole('tab', { name: '列表' })).toBeVisible()
      },
    },
  ]
}

/** The first screens, after which a person is signed in. */
const SIGNED_IN = 2

/** The pages that keep and show the field; what they wait for is the demo farm's own, in every language. */
function fieldScreens(page: Page): readonly Screen[] {
  const shows = (name: string, path: string, text: string): Screen => ({
    name,
    async open() {
      await page.goto(path)
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    },
  })
  return [
    shows('field-projects', '/field/projects', '示范一区'),
    shows('field-gateways', '/field/gateways', '3号网关'),
    shows('field-devices', '/field/devices', '1号施肥机'),
    {
      name: 'field-device-form',
      async open() {
        await page
          .getByRole('button', { name: /^(新建|新增|New)$/ })
          .first()
          .click()
        await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
      },
    },
    shows('field-network', '/field/network', '1号主管'),
    shows('field-groups', '/field/groups', '1号轮灌组'),
    shows('field-blocks', '/field/blocks', 'B1-01-01-A'),
    shows('field-recipes', '/field/recipes', '1号施肥机'),
    shows('field-aside', '/field/aside', '搁置的读数'),
    shows('field-simulator', '/field/simulator', '网关掉线'),
    shows('map', '/pcMap', '全部停止'),
    shows('map-groups', '/appLGZMap', '1号轮灌组'),
    shows('map-new-group', '/appAddEditLGZ', '新建轮灌组'),
    shows('automation', '/appAuto', '灌溉计划'),
    shows('history', '/historyData', '40 cm'),
    shows('history-fertigation', '/sfHistoryData', '肥液'),
    shows('alarms', '/field/alarms', '告警列表'),
    shows('alarm-rules', '/field/alarm-rules', '水泵故障'),
    shows('alarm-indicators', '/field/alarm-kpi', '每小时告警数'),
  ]
}

async function signIn(page: Page, words: Words): Promise<void> {
  await page.getByLabel(words.account).fill('admin')
  await page.getByRole('textbox', { name: words.password }).fill(PASSWORDS.admin)
  await page.getByRole('button', { name: words.signIn, exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
}

/** Nothing moves any more, and nothing waits. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await stands(page)
}

/** Keys of words that nobody has written, also where only those who hear a screen meet them. */
function keysIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title]')]
    const names = named.flatMap((element) => [element.ariaLabel ?? '', element.getAttribute('title') ?? ''])
    return [document.body.textContent ?? '', ...names].flatMap(
      (text) => text.match(/(?<!\w)@[a-z]\w*\.\w+/g) ?? [],
    )
  })
}

function widthBeyond(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

async function axe(page: Page, theme: 'light' | 'dark'): Promise<readonly string[]> {
  const found = await violationsOf(page, theme === 'light' ? { tags: WCAG } : { rules: CONTRAST })
  return said(found.filter(isSerious))
}

/**
 * Buttons and fields that a finger would miss: less than 44 px wide or high, where they can be pressed. What is drawn smaller
 * and yet takes the finger beside it is large enough.
 */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const least = 44
    const modal = document.querySelector('[aria-modal="true"]')
    const place = modal ?? document.body
    // A note beside a label is as high as its line: around it are the box and its neighbours.
    return [
      ...place.querySelectorAll<HTMLElement>(
        'button:not(.loam-form-tip), a[href], [role="tab"], [role="menuitem"]',
      ),
    ]
      .filter((element) => {
        const { width, height, top, left } = element.getBoundingClientRect()
        const meets = (right: number, down: number) =>
          element.contains(document.elementFromPoint(left + width / 2 + right, top + height / 2 + down))
        const reach = least / 2 - 0.5
        const isWide = width >= least - 0.5 || (meets(-reach, 0) && meets(reach, 0))
        const isHigh = height >= least - 0.5 || (meets(0, -reach) && meets(0, reach))
        return width > 0 && meets(0, 0) && !(isWide && isHigh)
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        return `${element.className} "${element.textContent || element.ariaLabel}" ${Math.round(width)}×${Math.round(height)}`
      })
  })
}

/** Watches what the policy refuses; the answer reads it. */
async function watchPolicy(page: Page): Promise<() => Promise<readonly string[]>> {
  const refused: string[] = []
  await page.exposeFunction('policyRefused', (text: string) => refused.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const told = window as unknown as { policyRefused(text: string): void }
      told.policyRefused(`${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  return async () => refused
}

/** Words of the frame that are still Chinese; what people entered (names, records, titles) is theirs. */
function chineseIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const entered =
      '.loam-list-toolbar-title, .loam-sign-in-preferences, .loam-list-table-rows, .loam-list-row, .loam-form-text, [role="tree"], [role="treeitem"], .loam-menu, .loam-trail, .loam-user-button'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement, textContent } = node
      if (!parentElement?.checkVisibility() || parentElement.closest(entered)) continue
      if (/\p{Script=Han}/u.test(textContent ?? '')) found.push(textContent ?? '')
    }
    return found
  })
}
