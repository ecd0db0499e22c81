import { draw, testHost } from '@renderers/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { switchLanguage } from '../language'
import type { SignedIn } from '../sign-in/session'
import { ViewBar } from './view-bar'

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() =>
  switchLanguage('zh', async () => ({
    'session.viewingAs': '以 {name} 的身份查看（只读）',
    'session.leaveView': '退出',
  })),
)
afterEach(() => drawn?.unmount())

function show(viewedBy: string | null) {
  const user = { userId: 'u1', userAccount: 'wang', userName: '王小田', viewedBy }
  const signedIn = { token: null, user, menu: [], permissions: [], system: {} } as unknown as SignedIn
  drawn = draw(
    <>
      <ViewBar signedIn={signedIn} />
      <p>里面</p>
    </>,
    testHost(),
  )
}

it('says as whom one looks, that nothing is changed, and leads back', async () => {
  show('管理员')
  await expect.element(page.getByRole('status')).toHaveTextContent('以 王小田 的身份查看（只读）')
  await expect.element(page.getByRole('button', { name: '退出' })).toBeVisible()
})

it('is not there for the person themselves', async () => {
  show(null)
  await expect.element(page.getByText('里面')).toBeVisible()
  expect(document.querySelector('.loam-view-bar')).toBeNull()
})
