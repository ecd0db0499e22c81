import { createHash } from 'node:crypto'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { PASSWORDS, startProduct } from './product'

/** How the product of a project's workers runs. */
export interface ProductOptions {
  /** Whether the demo farm has its devices at work. */
  readonly isSimulated: boolean
}

/**
 * `people`: signed-in persons' windows; whatever a console says as an error, or the policy refuses, fails the journey.
 * Journeys of a worker share a product that runs for them alone.
 */
export const test = base.extend<
  { readonly people: People },
  ProductOptions & { readonly product: undefined }
>({
  isSimulated: [false, { scope: 'worker', option: true }],
  product: [
    async ({ isSimulated }, use) => {
      const end = await startProduct({ isSimulated })
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
      reducedMotion: 'reduce',
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

  /**
   * A window of somebody who has signed in, with a session of its own. The form would draw two screens first: those who walk
   * through it (`session`, `looks`, `shell`) do so by `signIn`.
   */
  async signedIn(account: Account = 'admin', options: WindowOptions = {}): Promise<Page> {
    const localStorage = [{ name: 'loam_token', value: await this.#enter(account) }]
    const { origin } = new URL(process.env.LOAM_URL ?? '')
    const page = await this.window({
      ...options,
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    })
    await page.goto('/home')
    await expect(page.locator('main').getByRole('heading', { level: 1 }).first()).toBeVisible()
    return page
  }

  /** The token of a new session, as this browser would get it. */
  async #enter(account: Account): Promise<string> {
    const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/${this.#browser.version()} Safari/537.36`
    const response = await fetch(`${process.env.LOAM_URL}/api/oauth/Login`, {
      method: 'POST',
      headers: { 'User-Agent': agent },
      body: new URLSearchParams({
        account,
        password: createHash('md5').update(PASSWORDS[account]).digest('hex'),
      }),
    })
    const { data, msg } = (await response.json()) as { data: { token: string } | null; msg: string }
    if (!data) throw new Error(`Signing in as ${account}: ${msg}`)
    return data.token
  }

  async leave(): Promise<void> {
    await Promise.all(this.#pages.map((page) => page.context().close()))
  }
}

export async function signIn(
  page: Page,
  account: string,
  password: string = PASSWORDS[account as Account],
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
    data: { appearance: null },
  })
  expect((await answer.json()).code).toBe(200)
}

/** The side menu, in any language. */
export function sideMenu(page: Page): Locator {
  return page.getByRole('complementary', { name: /^(侧边栏|側邊欄|Sidebar)$/ })
}

/** Opens an entry of the side menu. */
export async function openMenu(page: Page, name: string): Promise<void> {
  const entry = sideMenu(page).getByText(name, { exact: true })
  // Who scrolls the menu ends its following of the screen; a scroll by script alone does not.
  await entry.dispatchEvent('wheel')
  await entry.click()
}

export { expect }
