import { draw, testHost } from '@renderers/testing'
import type { Host, OpenedPage } from '@runtime/host'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { NotFound } from './not-found'
import { Unreached } from './unreached'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const PLACE = {
  state: 'missing',
  title: '',
  right: '',
  menuId: '',
  systemId: '',
  systemName: '',
  grantors: [],
}

function show(
  place: object,
  calls: Parameters<typeof testHost>[0] = {},
  more: Pick<Host, 'openPage' | 'may'> = {},
) {
  const navigations: string[] = []
  const host = Object.assign(testHost({ 'menu.place': () => ({ ...PLACE, ...place }), ...calls }), {
    ...more,
    navigations,
    navigate: (to: string) => navigations.push(to),
  })
  drawn = draw(
    <MemoryRouter initialEntries={['/development/models?keyword=a']}>
      <Address />
      <Routes>
        <Route path="/404" element={<NotFound />} />
        <Route path="*" element={<Unreached />} />
      </Routes>
    </MemoryRouter>,
    host,
  )
  return host
}

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

const address = page.getByLabelText('address')

it('says of a page that may not be seen what right is missing and who can grant it, and keeps its address', async () => {
  const people = [
    { id: '1', fullName: '王管理' },
    { id: '2', fullName: '李管理' },
  ]
  show({ state: 'forbidden', title: '功能设计', right: 'development.models', grantors: people })
  await expect.element(page.getByRole('heading', { name: '您没有查看“功能设计”的权限' })).toBeVisible()
  await expect.element(page.getByText('缺少的权限：功能设计（development.models）')).toBeVisible()
  await expect.element(page.getByText('可以授权的人：王管理 · 李管理')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '返回首页' })).toBeVisible()
  await expect.element(address).toHaveTextContent('/development/models?keyword=a')
})

it('leads an address that is nobody’s to 404, which names it', async () => {
  show({})
  await expect.element(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect.element(page.getByText('地址：/development/models?keyword=a')).toBeVisible()
  await expect.element(address).toHaveTextContent('/404')
})

it('offers the system in which the page stands', async () => {
  const host = show(
    { state: 'elsewhere', title: '作物', systemId: 'reference', systemName: '资料中心' },
    { 'currentUser.major': () => null },
  )
  await expect.element(page.getByRole('heading', { name: '“作物”在应用“资料中心”中' })).toBeVisible()
  await page.getByRole('button', { name: '切换并打开' }).click()
  await expect
    .poll(() => host.calls.filter(({ name }) => name === 'currentUser.major').map(({ input }) => input))
    .toEqual([{ majorId: 'reference', majorType: 'System' }])
  await expect.poll(() => host.navigations).toEqual(['/development/models?keyword=a'])
})

it('leads whoever may ask to why they have not the right, and nobody else', async () => {
  const forbidden = { state: 'forbidden', title: '功能设计', right: 'models', menuId: 'development.models' }
  const why = page.getByRole('button', { name: '权限来源' })
  const opened: OpenedPage[] = []
  const openPage = async (one: OpenedPage) => void opened.push(one)
  show(forbidden, {}, { openPage, may: () => false })
  await expect.element(page.getByText('缺少的权限：功能设计（models）')).toBeVisible()
  await expect.element(why).not.toBeInTheDocument()
  drawn?.unmount()
  show(forbidden, {}, { openPage, may: (module) => module === 'permission.authorize' })
  await why.click()
  expect(opened).toMatchObject([
    {
      ...{ page: 'permission/authorize', dialog: 'why' },
      with: { asked: { userId: 'u1', menuId: 'development.models' } },
    },
  ])
})
