import { draw, testHost } from '@renderers/testing'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { NoProject } from './no-project'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

it('names the right that is missing, where it is granted and who can grant it', async () => {
  const grantors = [
    { id: '1', fullName: '王管理' },
    { id: '2', fullName: '李管理' },
  ]
  const host = testHost({ 'menu.place': () => ({ state: 'forbidden', grantors }) })
  drawn = draw(
    <MemoryRouter>
      <NoProject />
    </MemoryRouter>,
    host,
  )
  await expect.element(page.getByText('缺少的权限：项目的“查看”权限，在“项目”的“成员”中授予')).toBeVisible()
  await expect.element(page.getByText('可以授权的人：王管理 · 李管理')).toBeVisible()
  expect(host.calls.map(({ input }) => input)).toEqual([{ path: '/field/projects' }])
})
