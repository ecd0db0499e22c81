import { beforeAll, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import action from '../../schemas/locales/action.json'
import common from '../../schemas/locales/common.json'
import { switchLanguage } from './language'
import { showObstacles } from './obstacles'

const texts = (area: string, words: Readonly<Record<string, { readonly zh: string }>>) =>
  Object.entries(words).map(([key, { zh }]) => [`${area}.${key}`, zh])

beforeAll(() =>
  switchLanguage('zh', async () =>
    Object.fromEntries([...texts('action', action), ...texts('common', common)]),
  ),
)

it('names what stands in the way, and leads to where it is mended', async () => {
  const followed: string[] = []
  const named = [{ name: '李华', path: '/permission/user?keyword=lihua' }, { name: '王五' }]
  showObstacles('该岗位下还有用户，请先移出用户', [{ kind: '用户', count: 6, named }], (path) =>
    followed.push(path),
  )
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('该岗位下还有用户，请先移出用户')).toBeVisible()
  await expect.element(dialog.getByText('用户 6')).toBeVisible()
  await expect.element(dialog.getByText('王五')).toBeVisible()
  await expect.element(dialog.getByText('等', { exact: true })).toBeVisible()
  expect(dialog.getByRole('link').elements()).toHaveLength(1)
  await dialog.getByRole('link', { name: '李华' }).click()
  expect(followed).toEqual(['/permission/user?keyword=lihua'])
  await expect.element(dialog).not.toBeInTheDocument()
})
