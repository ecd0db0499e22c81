import { KeptView } from '@renderers/kept-view'
import { useUnsaved, ViewPath } from '@renderers/unsaved'
import { BrowserRouter, Link, Navigate, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { GuardedNavigation } from './guarded-navigation'
import { switchLanguage } from './language'
import { settings } from './layout/settings'
import { changeTabs, openTabs, tabStore } from './layout/tab-store'
import { NO_TABS, visit } from './layout/tabs'
import { useTabActs } from './layout/use-tabs'
import { leaveWithoutAsking, mayLeaveViews } from './leaving'

const QUESTION = '有修改尚未保存，确定离开吗？'
const typed = new Set<string>()
const start = location.href
let drawn: ReturnType<typeof draw> | undefined

beforeEach(async () => {
  typed.clear()
  settings.useCache = true
  openTabs('guarded')
  changeTabs(() => NO_TABS)
  const texts = {
    'view.leaveChanges': QUESTION,
    'view.leaveTitle': '离开',
    'common.confirm': '确定',
    'common.cancel': '取消',
  }
  await switchLanguage('zh', async () => texts, true)
})
afterEach(() => {
  drawn?.unmount()
  history.replaceState(null, '', start)
})

function View({ path }: { readonly path: string }) {
  useUnsaved(() => typed.has(path))
  return <p>在 {path}</p>
}

function Views() {
  const { pathname } = useLocation()
  const acts = useTabActs()
  if (pathname === '/') return <Navigate to="/a" replace />
  return (
    <>
      <KeptView key={pathname} shown>
        <ViewPath value={pathname}>
          <View path={pathname} />
        </ViewPath>
      </KeptView>
      {['/a', '/b', '/login'].map((path) => (
        <Link key={path} to={path}>
          去 {path}
        </Link>
      ))}
      {(['refresh', 'close', 'closeOthers'] as const).map((act) => (
        <button key={act} type="button" onClick={() => acts[act]('/b')}>
          {act}
        </button>
      ))}
    </>
  )
}

async function open() {
  history.replaceState(null, '', '/a')
  drawn = draw(
    <BrowserRouter>
      <GuardedNavigation>
        <Views />
      </GuardedNavigation>
    </BrowserRouter>,
    testHost(),
  )
  await expect.element(at('/a')).toBeVisible()
}
const openTab = (path: string) =>
  changeTabs((tabs) => visit(tabs, { path, address: path, title: '', zhTitle: '', icon: '', affix: false }))
const at = (path: string) => page.getByText(`在 ${path}`, { exact: true })
const link = (path: string) => page.getByRole('link', { name: `去 ${path}` })
const question = () => page.getByText(QUESTION)
async function answer(name: '确定' | '取消') {
  await page.getByRole('button', { name }).click()
  await expect.element(question()).not.toBeInTheDocument()
}

it('asks before a link leads from what is typed, and stays where it is refused', async () => {
  await open()
  typed.add('/a')
  await link('/b').click()
  await expect.element(question()).toBeVisible()
  await answer('取消')
  expect(location.pathname).toBe('/a')
  await link('/b').click()
  await answer('确定')
  await expect.element(at('/b')).toBeVisible()
})

it('asks before the browser’s back and forward do, and then goes the same way', async () => {
  await open()
  await link('/b').click()
  await expect.element(at('/b')).toBeVisible()
  typed.add('/b')
  history.back()
  await expect.element(question()).toBeVisible()
  expect(location.pathname).toBe('/b')
  await answer('取消')
  await expect.element(at('/b')).toBeVisible()
  history.back()
  await answer('确定')
  await expect.element(at('/a')).toBeVisible()
  typed.add('/a')
  history.forward()
  await answer('确定')
  await expect.element(at('/b')).toBeVisible()
  expect(location.pathname).toBe('/b')
})

it('asks nothing where nothing is typed, the view is kept, a gate stands over it or one has agreed', async () => {
  await open()
  await link('/b').click()
  await expect.element(at('/b')).toBeVisible()
  typed.add('/b')
  openTab('/b')
  await link('/a').click()
  await expect.element(at('/a')).toBeVisible()
  typed.add('/a')
  await link('/login').click()
  await expect.element(at('/login')).toBeVisible()
  await link('/a').click()
  await expect.element(at('/a')).toBeVisible()
  const go = link('/b').element() as HTMLElement
  leaveWithoutAsking(() => go.click())
  await expect.element(at('/b')).toBeVisible()
  await expect.element(question()).not.toBeInTheDocument()
  settings.useCache = false
  await link('/a').click()
  await expect.element(question()).toBeVisible()
  await answer('取消')
})

it('asks before a tab with something typed is closed or begins anew, whichever is shown', async () => {
  await open()
  openTab('/a')
  openTab('/b')
  await link('/b').click()
  await expect.element(at('/b')).toBeVisible()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const visited = () => tabStore.tabs.visited.map(({ path }) => path)
  typed.add('/b')
  for (const act of ['close', 'refresh']) {
    await press(act)
    await answer('取消')
    expect(visited()).toEqual(['/a', '/b'])
    expect(tabStore.tabs.cached.at(-1)?.round).toBe(0)
  }
  // What is typed there stays.
  await press('closeOthers')
  await expect.poll(visited).toEqual(['/b'])
  await press('refresh')
  await answer('确定')
  expect(tabStore.tabs.cached.at(-1)?.round).toBe(1)
  openTab('/a')
  await press('close')
  await answer('确定')
  await expect.element(at('/a')).toBeVisible()
  expect(visited()).toEqual(['/a'])
})

it('has the browser ask before the page is closed or loaded anew, while something is typed anywhere', async () => {
  await open()
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  expect(await mayLeaveViews()).toBe(true)
  typed.add('/a')
  expect(isAsked()).toBe(true)
  expect(await mayLeaveViews((view) => view === '/b')).toBe(true)
  drawn?.unmount()
  await expect.poll(isAsked).toBe(false)
})
