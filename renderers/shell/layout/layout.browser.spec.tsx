import { PageServicesProvider } from '@renderers/page/services'
import { draw, type TestHost, testHost } from '@renderers/testing'
import type { MenuEntry } from '@runtime/menu/destination'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { client } from '../client'
import { switchLanguage } from '../language'
import { createLiveState, LiveContext } from '../live'
import { type SignedIn, session } from '../sign-in/session'
import { fakeLive } from '../specs/fake-live'
import { Layout } from './layout'
import { overlays } from './overlays'
import { type LayoutType, settings } from './settings'

/** What the server would answer for Chinese. */
const texts = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, { zh: string }>>('../../../schemas/locales/*.json', {
      eager: true,
      import: 'default',
    }),
  ).flatMap(([file, entries]) =>
    Object.entries(entries).map(([key, { zh }]) => [`${file.replace(/^.*\/|\.json$/g, '')}.${key}`, zh]),
  ),
)
const TOKEN = 'T'.repeat(43)
const WAIT = { timeout: 45_000 }
const entry = (id: string, fullName: string, type: number, rest: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
  enCode: id,
  fullName,
  type,
  ...rest,
})
const MENU: readonly MenuEntry[] = [
  entry('home', '首页', 2, { urlAddress: 'home' }),
  entry('field', '田间', 0, {
    children: [
      entry('valves', '阀门台账', 2, { urlAddress: 'field/valves' }),
      entry('water', '用水', 0, { children: [entry('use', '用水记录', 2, { urlAddress: 'field/use' })] }),
    ],
  }),
  entry('screen', '数据大屏', 6, { urlAddress: 'https://view.example/1?full=1', linkTarget: '_blank' }),
  ...Array.from({ length: 12 }, (_, index) =>
    entry(`p${index}`, `页面${index}`, 2, { urlAddress: `pages/p${index}` }),
  ),
]

const person = (rest: Partial<SignedIn> = {}): SignedIn => ({
  token: TOKEN,
  user: { userId: 'u1', userAccount: 'wang', userName: '王小田', isAdministrator: true },
  menu: MENU,
  permissions: [],
  system: { sysName: '智慧农田管理平台', sysVersion: '3.5.0', copyright: 'Loam' },
  ...rest,
})

let drawn: ReturnType<typeof draw> | undefined
beforeEach(async () => {
  await switchLanguage('zh', async () => texts)
  await page.viewport(1440, 900)
  client.token.set(TOKEN)
})
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
  Object.assign(overlays, { search: false, shortcuts: false, menu: false })
  settings.layoutType = 'classic'
  session.signedIn = null
  client.token.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

function Where() {
  return <h1 data-testid="where">{useLocation().pathname}</h1>
}

function open(
  layout: LayoutType,
  signedIn = person(),
  answers: Parameters<typeof testHost>[0] = {},
  at = '/home',
) {
  settings.layoutType = layout
  const fake = fakeLive()
  const host: TestHost = testHost(answers)
  const emitted: string[] = []
  drawn = draw(
    <LiveContext value={createLiveState(fake.live, host.call)}>
      <PageServicesProvider
        value={{
          permissions: () => ({}) as never,
          emit: (name) => emitted.push(name),
        }}
      >
        <MemoryRouter initialEntries={[at]}>
          <Layout signedIn={signedIn}>
            <Where />
          </Layout>
        </MemoryRouter>
      </PageServicesProvider>
    </LiveContext>,
    host,
  )
  return { host, emitted }
}
const focused = () => document.activeElement?.textContent?.trim()
const where = page.getByTestId('where')

describe('a menu that drops', () => {
  it('takes the keyboard in, moves by arrows, and gives it back', async () => {
    open('functional')
    const more = page.getByRole('navigation').getByRole('button', { name: '更多' })
    await expect.element(more, WAIT).toBeVisible()
    ;(more.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const first = () => page.getByRole('menuitem').elements()[0]?.textContent?.trim()
    await expect.poll(() => focused() !== '' && focused() === first(), WAIT).toBe(true)
    await userEvent.keyboard('{End}')
    expect(focused()).toBe('全部菜单')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe(first())
    await userEvent.keyboard('{ArrowUp}')
    expect(focused()).toBe('全部菜单')
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(more.element())
    await expect.element(more).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => focused() === first(), WAIT).toBe(true)
    await userEvent.keyboard('{End}{Enter}')
    await expect.element(where).toHaveTextContent('/menuMore')
  })

  it('shows all that is below an entry as one list, and leads there', async () => {
    open('functional')
    const field = page.getByRole('navigation').getByRole('button', { name: '田间' })
    await expect.element(field, WAIT).toBeVisible()
    ;(field.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.poll(focused, WAIT).toBe('阀门台账')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('用水记录')
    await userEvent.keyboard('{Enter}')
    await expect.element(where).toHaveTextContent('/field/use')
  })

  it('opened by the pointer leaves the keyboard where it is, until an arrow asks for it', async () => {
    open('classic')
    const user = page.getByRole('button', { name: '王小田' })
    await user.click()
    const item = (name: string) => page.getByRole('menuitem', { name })
    await expect.element(item('个人信息'), WAIT).toBeVisible()
    expect(document.activeElement?.getAttribute('role')).not.toBe('menuitem')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(focused).toBe('个人信息')
    for (const name of ['锁定屏幕', '快捷键', '帮助', '反馈', '声明', '关于', '退出登录', '在所有设备上退出'])
      await expect.element(item(name)).toBeVisible()
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement).toBe(user.element())
  })
})

describe('the person’s menu', () => {
  it('shows what the system is, by its own name and logo', async () => {
    const logo = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
    const system = {
      sysName: '河套灌区',
      sysVersion: '4.1',
      copyright: '农垦集团',
      navigationIcon: logo,
      workLogoIcon: logo,
    }
    open('classic', person({ system }))
    await expect.element(page.getByRole('link', { name: '河套灌区' }), WAIT).toHaveTextContent('河套灌区')
    expect(page.getByRole('link', { name: '河套灌区' }).element().querySelector('img')?.src).toBe(logo)
    await page.getByRole('button', { name: '王小田' }).click()
    await page.getByRole('menuitem', { name: '关于' }).click()
    const about = page.getByRole('dialog', { name: '关于' })
    await expect.element(about, WAIT).toHaveTextContent('河套灌区')
    await expect.element(about).toHaveTextContent('4.1')
    await expect.element(about).toHaveTextContent('农垦集团')
    expect(about.element().querySelector('img')?.src).toBe(logo)
  })

  it('signs out everywhere after a question', async () => {
    const { host } = open('classic')
    const told: string[] = []
    vi.spyOn(client, 'call').mockImplementation((name: string) => {
      told.push(name)
      return Promise.resolve({ data: null as never, msg: '' })
    })
    host.yes = false
    const ask = async () => {
      await page.getByRole('button', { name: '王小田' }).click()
      await page.getByRole('menuitem', { name: '在所有设备上退出' }).click()
    }
    await ask()
    await expect.poll(() => host.questions).toHaveLength(1)
    expect(told).toEqual([])
    host.yes = true
    await ask()
    await expect.poll(() => told).toEqual(['currentUser.logoutEverywhere'])
    await expect.poll(() => client.token.get()).toBeNull()
  })
})

describe('the project in the top bar', () => {
  const system = (name: string) => ({
    ...person().user,
    systemIds: [{ id: 's1', name, icon: '', currentSystem: true }],
  })
  const farm = () => person({ user: system('高标准农田') })
  const projects = {
    'dataInterface.page': () => ({
      list: [
        { f_id: 'p1', name: '示范一区' },
        { f_id: 'p2', name: '示范二区' },
      ],
    }),
  }
  const picker = page.getByRole('combobox', { name: '选择项目' })
  beforeEach(() => {
    settings.project = ''
  })

  it('is chosen from at most 200, the first where none was, and kept', async () => {
    const { host } = open('classic', farm(), projects)
    await expect.element(picker, WAIT).toHaveTextContent('示范一区')
    expect(settings.project).toBe('p1')
    expect(host.calls.find(({ name }) => name === 'dataInterface.page')?.input).toEqual({
      id: 'projectList',
      currentPage: 1,
      pageSize: 200,
    })
    await picker.click()
    await page.getByRole('option', { name: '示范二区' }).click()
    expect(settings.project).toBe('p2')
    await expect.poll(() => localStorage.getItem('loam_project')).toBe('p2')
  })

  it.each([
    ['on routes of projects', farm(), '/projectOverview'],
    ['on routes of workflows', farm(), '/workFlow/entrust'],
    ['in any other system', person({ user: system('资料中心') }), '/home'],
  ])('is not asked for %s', async (_where, signedIn, at) => {
    open('classic', signedIn, projects, at)
    await expect.element(page.getByRole('button', { name: '系统设置' }), WAIT).toBeVisible()
    await expect.element(picker).not.toBeInTheDocument()
  })
})

describe('the frame', () => {
  it('keeps which device it is for, and shows the logo over the menu unless it is switched off', async () => {
    const logo = page.getByRole('complementary').getByRole('link', { name: '智慧农田管理平台' })
    open('classic')
    await expect.element(logo, WAIT).toBeVisible()
    settings.sidebarLogo = false
    await expect.element(logo).not.toBeInTheDocument()
    settings.sidebarLogo = true
    await expect.element(logo).toBeVisible()
    expect(settings.device).toBe('desktop')
    await page.viewport(991, 900)
    await expect.poll(() => settings.device).toBe('mobile')
    await page.viewport(992, 900)
    await expect.poll(() => settings.device).toBe('desktop')
  })
})

describe('the search over the menu', () => {
  it('opens a view of another window with the token, from the keyboard alone', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    open('classic')
    await expect.element(where, WAIT).toBeVisible()
    await userEvent.keyboard('/')
    await expect.element(page.getByRole('combobox'), WAIT).toHaveFocus()
    await userEvent.keyboard('数据')
    await expect.element(page.getByRole('option').first()).toHaveTextContent('数据大屏')
    await userEvent.keyboard('{Enter}')
    expect(opened).toHaveBeenCalledWith(`https://view.example/1?full=1&token=${TOKEN}`, '_blank', 'noopener')
    await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  })
})

describe('the switch between systems', () => {
  const systemIds = [
    { id: 'main', name: '农田', icon: '', currentSystem: true },
    { id: 'data', name: '资料中心', icon: '', currentSystem: false },
  ]
  const user = { ...person().user, systemIds }

  it('is there for who belongs to more than one; a keyword finds, and the menu follows', async () => {
    const { host, emitted } = open('classic', person({ user }), { 'currentUser.major': () => null })
    await page.getByRole('button', { name: '切换应用' }).click()
    const drawer = page.getByRole('dialog')
    await expect
      .element(drawer.getByRole('button', { name: '农田' }), WAIT)
      .toHaveAttribute('aria-current', 'true')
    await drawer.getByRole('textbox').fill('资料')
    await expect.element(drawer.getByRole('button', { name: '农田' })).not.toBeInTheDocument()
    await drawer.getByRole('button', { name: '资料中心' }).click()
    await expect.poll(() => emitted).toEqual(['menu.changed'])
    expect(host.calls.at(-1)).toEqual({
      name: 'currentUser.major',
      input: { majorId: 'data', majorType: 'System' },
    })
  })

  it('is not there for one', async () => {
    open('classic', person({ user: { ...user, systemIds: systemIds.slice(0, 1) } }))
    await expect.element(page.getByRole('button', { name: '系统设置' }), WAIT).toBeVisible()
    await expect.element(page.getByRole('button', { name: '切换应用' })).not.toBeInTheDocument()
  })
})

it('a phone has one’s jobs in the menu of the person', async () => {
  await page.viewport(390, 844)
  open('classic', person(), { 'job.list': () => ({ list: [] }) })
  await expect.element(where, WAIT).toBeVisible()
  expect(page.getByRole('button', { name: '我的任务' }).elements()).toEqual([])
  await page.elementLocator(document.querySelector('.loam-user-button') as Element).click()
  await page.getByRole('menuitem', { name: '我的任务' }).click()
  await expect.element(page.getByRole('dialog', { name: '我的任务' }), WAIT).toBeVisible()
})
