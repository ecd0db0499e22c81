import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { PASSWORDS, startProduct } from './product'

/**
 * `people`: signed-in persons' windows; whatever a console says as an error, or the policy refuses, fails the journey.
 * Journeys of a worker share a product that runs for them alone.
 */
export const test = base.extend<{ readonly people: People }, { readonly product: undefined }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const end = await startProduct()
      await use(undefined)
      await end()
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  people: async ({ browser }, use) => {
    const faults: string[] = []
    const people = new People(browser, faults)
    await use(people)
    await people.leave()
    expect(faults, 'the console is clean').toEqual([])
  },
})

type Account = keyof typeof PASSWORDS
type Browser = Parameters<Parameters<typeof test>[2]>[0]['browser']
type WindowOptions = NonNullable<Parameters<Browser['newContext']>[0]>

class People {
  readonly #browser: Browser
  readonly #faults: string[]
  readonly #pages: Page[] = []

  constructor(browser: Browser, faults: string[]) {
    this.#browser = browser
    this.#faults = faults
  }

  /** A window of its own, as another person's browser would be. */
  async window(options: WindowOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: process.env.LOAM_URL ?? '',
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      ...options,
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => this.#faults.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') this.#faults.push(message.text())
    })
    this.#pages.push(page)
    return page
  }

  async signedIn(account: Account = 'admin', options: WindowOptions = {}): Promise<Page> {
    const page = await this.window(options)
    await page.goto('/')
    await signIn(page, account)
    return page
  }

  async leave(): Promise<void> {
    await Promise.all(this.#pages.map((page) => page.context().close()))
  }
}

export async function signIn(
  page: Page,
  account: Account,
  password: string = PASSWORDS[account],
): Promise<void> {
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(/\/home$/)
}

/** Lets every device of the person look its own way again: accounts are shared between journeys. */
export async function forgetTheme(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.put('/api/permission/Users/Current/SystemTheme', {
    headers: { Authorization: token },
    data: { look: null },
  })
  expect((await answer.json()).code).toBe(200)
}

/** The side menu, in any language. */
export function sideMenu(page: Page): Locator {
  return page.getByRole('complementary', { name: /^(侧边栏|側邊欄|Sidebar)$/ })
}

/** Opens an entry of the side menu. */
export async function openMenu(page: Page, name: string): Promise<void> {
  await sideMenu(page).getByText(name, { exact: true }).click()
}

export { expect }
