import type { Page } from '@playwright/test'
import { CONTRAST, said, stands, violationsOf } from './axe'
import { expect, test } from './journey'

/** The documented theme colours, by the names of the settings (`spec/shell-and-monitoring.md §2.3`). */
const COLOURS = [
  'default',
  'blue',
  'purple',
  'azure',
  'blackblue',
  'ocean',
  'green',
  'yellow',
  'orange',
  'red',
] as const

/** The lightest and the darkest: what can be read in them can be read in those between (`theme-shades.spec`). */
const EXTREMES: readonly (typeof COLOURS)[number][] = ['azure', 'yellow']

interface Screen {
  readonly name: string
  readonly colours: readonly (typeof COLOURS)[number][]
  open(page: Page): Promise<void>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

async function openOrders(page: Page): Promise<void> {
  await page.goto('/model/purchaseOrder')
  await expect(page.getByText(/CG\d{8}0060/)).toBeVisible()
}

/** Screens of the frame and within it, each from wherever the last one ended. */
const SCREENS: readonly Screen[] = [
  {
    name: 'home',
    colours: COLOURS,
    open: async (page) => {
      await page.goto('/home')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: 'user menu',
    colours: EXTREMES,
    open: async (page) => {
      await button(page, '管理员').click()
      await expect(page.getByRole('menuitem', { name: '锁定屏幕' })).toBeVisible()
    },
  },
  {
    name: 'settings',
    colours: EXTREMES,
    open: async (page) => {
      await page.keyboard.press('Escape')
      await button(page, '系统设置').click()
      await expect(page.getByRole('dialog', { name: '系统设置' })).toBeVisible()
    },
  },
  {
    name: 'messages',
    colours: EXTREMES,
    open: async (page) => {
      await page.goto('/messageRecord')
      await expect(page.getByRole('row').nth(1)).toBeVisible()
    },
  },
  {
    name: 'message drawer',
    colours: EXTREMES,
    open: async (page) => {
      await button(page, /^消息/).click()
      const drawer = page.getByRole('dialog', { name: '站内消息' })
      await drawer.getByRole('switch').click()
      await expect(drawer.getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'message',
    colours: EXTREMES,
    open: async (page) => {
      await page.getByRole('dialog', { name: '站内消息' }).getByRole('listitem').first().click()
      await expect(page.getByRole('dialog', { name: '消息详情' })).toBeVisible()
    },
  },
  {
    name: 'list',
    colours: COLOURS,
    open: openOrders,
  },
  {
    name: 'form',
    colours: EXTREMES,
    open: async (page) => {
      await button(page, '新建').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: '添加', exact: true }).click()
      await expect(dialog.getByText('0.00').first()).toBeVisible()
    },
  },
  {
    name: 'detail',
    colours: EXTREMES,
    open: async (page) => {
      await openOrders(page)
      await button(page, '详情').click()
      const record = page.getByRole('region', { name: '记录' })
      await expect(record.getByRole('row').nth(1)).toBeVisible()
    },
  },
  {
    name: 'own page',
    colours: EXTREMES,
    open: async (page) => {
      await page.goto('/profile')
      await expect(page.getByLabel('邮箱')).toBeVisible()
    },
  },
  {
    name: 'search',
    colours: EXTREMES,
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: '搜索菜单' }).fill('字典')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
]

for (const dark of [false, true]) {
  test(`the frame can be read in each of the ten colours, ${dark ? 'dark' : 'light'}`, async ({ people }) => {
    test.setTimeout(1_800_000)
    const page = await people.signedIn('admin')
    for (const { name, colours, open } of SCREENS) {
      await open(page)
      for (const colour of colours) {
        await paint(page, colour, dark)
        expect.soft(await faults(page), `${name}, ${colour}`).toEqual([])
      }
    }
  })

  test(`signing in can be read in each of the ten colours, ${dark ? 'dark' : 'light'}`, async ({
    people,
  }) => {
    test.setTimeout(300_000)
    const page = await people.window()
    await page.goto('/login')
    await expect(page.getByLabel('账号')).toBeVisible()
    for (const colour of COLOURS) {
      await paint(page, colour, dark)
      expect.soft(await faults(page), colour).toEqual([])
    }
  })
}

/**
 * Another look in place, as another tab of the person would bring it: the look is kept on the device, and no screen is left.
 */
async function paint(page: Page, colour: string, dark: boolean): Promise<void> {
  await page.evaluate(
    ([key, isDark]) => {
      localStorage.setItem('loam_themeClass', key)
      localStorage.setItem('loam_dark', isDark ? '1' : '0')
      window.dispatchEvent(new StorageEvent('storage', { key: 'loam_themeClass' }))
    },
    [colour, dark] as const,
  )
  await expect(page.locator('body')).toHaveAttribute('data-colour', colour)
  await expect
    .poll(() => page.evaluate(() => document.body.getAttribute('arco-theme')))
    .toBe(dark ? 'dark' : null)
  await stands(page)
}

async function faults(page: Page): Promise<readonly string[]> {
  return said(await violationsOf(page, { rules: CONTRAST }))
}
