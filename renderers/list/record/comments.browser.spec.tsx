import { CallError } from '@runtime/host'
import axe from 'axe-core'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answer, draw, testHost } from '../../testing'
import { RecordComments } from './comments'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const comment = (id: string, text: string, more: object = {}) => ({
  ...{ id, text, mentions: [], userId: 'u2', userName: '李维护', at: 1_790_000_000_000, changedAt: null },
  ...{ mayEdit: 0, mayDelete: 0 },
  ...more,
})
const PEOPLE = [
  { id: 'u2', fullName: '李维护', account: 'liwh' },
  { id: 'u3', fullName: '李操作', account: 'licz' },
]

function open(more: Record<string, Answer> = {}, mayWrite = true) {
  const host = testHost({
    'recordComment.list': () => ({ list: [], total: 0, hasMore: false }),
    'recordComment.people': ({ keyword }) => ({
      list: PEOPLE.filter(({ fullName }) => fullName.includes(String(keyword))),
    }),
    'recordComment.create': ({ text }) => comment('9', String(text), { userName: '测试员' }),
    ...more,
  })
  drawn = draw(<RecordComments modelId="m1" id="r1" mayWrite={mayWrite} />, host)
  const sent = (name: string) => host.calls.filter((call) => call.name === name).map(({ input }) => input)
  const redraw = (may: boolean) => drawn?.render(<RecordComments modelId="m1" id="r1" mayWrite={may} />)
  return { host, sent, redraw }
}
const text = page.getByRole('textbox')
const button = (name: string) => page.getByRole('button', { name })

it('says that there are none, outside of any list, and takes the first', async () => {
  const { sent } = open()
  await expect.element(page.getByText('还没有评论，用 @ 可以提醒同事')).toBeVisible()
  expect(page.getByRole('list').elements()).toEqual([])
  await expect.element(button('发表')).toBeDisabled()
  await text.fill('发票到了')
  await button('发表').click()
  await expect.element(page.getByRole('listitem')).toHaveTextContent('发票到了')
  await expect.element(text).toHaveValue('')
  await expect.element(page.getByRole('heading', { name: '评论（1）' })).toBeVisible()
  expect(sent('recordComment.create')).toEqual([{ modelId: 'm1', id: 'r1', text: '发票到了', mentions: [] }])
})

it('offers people after an @, by the keyboard, and mentions who is chosen while the name stands there', async () => {
  const { sent } = open()
  await text.click()
  await userEvent.keyboard('请 @李')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(2)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option', { name: '李操作' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(text).toHaveValue('请 @李操作 ')
  await userEvent.keyboard('看 @李维')
  await page.getByRole('option', { name: '李维护' }).click()
  await expect.element(text).toHaveValue('请 @李操作 看 @李维护 ')
  expect(page.getByRole('option').elements()).toEqual([])
  for (let letter = 0; letter < 2; letter++) await userEvent.keyboard('{Backspace}')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => sent('recordComment.create')).toMatchObject([{ mentions: ['u3'] }])
})

it('does not send what Enter chooses, nor offer people within a word', async () => {
  const { sent } = open()
  await text.click()
  await userEvent.keyboard('a@李')
  expect(sent('recordComment.people')).toEqual([])
  await userEvent.keyboard(' @李')
  await expect.element(page.getByRole('option', { name: '李维护' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(page.getByRole('option').elements()).toEqual([])
  await expect.element(text).toHaveValue('a@李 @李')
  expect(sent('recordComment.create')).toEqual([])
})

it('shows markup as it was written, and marks the names that it mentions', async () => {
  open({
    'recordComment.list': () => ({
      list: [comment('2', '<b>x</b> @李维护 和 @李维护2', { mentions: [{ id: 'u2', fullName: '李维护' }] })],
      ...{ total: 1, hasMore: false },
    }),
  })
  await expect.element(page.getByRole('listitem')).toHaveTextContent('<b>x</b> @李维护 和')
  expect([...document.querySelectorAll('.loam-comment-text mark')].map((mark) => mark.textContent)).toContain(
    '@李维护',
  )
  expect(document.querySelector('.loam-comment-text b')).toBeNull()
})

it('keeps what was typed when it is refused', async () => {
  const { host } = open({
    'recordComment.create': () => {
      throw new CallError(400, '提到的人不能查看这条记录，请重新选择')
    },
  })
  await text.fill('甲')
  await button('发表').click()
  await expect
    .poll(() => host.toasts)
    .toEqual([{ kind: 'error', text: '提到的人不能查看这条记录，请重新选择' }])
  await expect.element(text).toHaveValue('甲')
})

it('changes and deletes what may be, and fetches older ones, without a fault that axe sees', async () => {
  const { sent } = open({
    'recordComment.list': ({ before }) =>
      before === undefined
        ? { list: [comment('5', '新', { mayEdit: 1, mayDelete: 1 })], total: 2, hasMore: true }
        : { list: [comment('1', '旧')], total: 2, hasMore: false },
    'recordComment.update': ({ text: changed }) => comment('5', String(changed), { changedAt: 1 }),
    'recordComment.delete': () => null,
  })
  await button('更早的评论').click()
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(2)
  expect(sent('recordComment.list').map((input) => input['before'])).toEqual([undefined, '5'])
  await expect.element(button('修改李维护的评论')).toBeVisible()
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await button('修改李维护的评论').click()
  await text.last().fill('更新')
  await button('保存').click()
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent('已修改')
  expect(sent('recordComment.update')).toMatchObject([{ commentId: '5', text: '更新' }])
})

it('deletes one after asking', async () => {
  const { host, sent } = open({
    'recordComment.list': () => ({
      ...{ list: [comment('5', '新', { mayDelete: 1 })], total: 1, hasMore: false },
    }),
    'recordComment.delete': () => null,
  })
  host.yes = false
  await button('删除李维护的评论').click()
  expect(sent('recordComment.delete')).toEqual([])
  host.yes = true
  await button('删除李维护的评论').click()
  await expect.element(page.getByText('还没有评论，用 @ 可以提醒同事')).toBeVisible()
})

it('are read alone by who may not write them', async () => {
  open({ 'recordComment.list': () => ({ list: [], total: 0, hasMore: false }) }, false)
  await expect.element(page.getByText('还没有评论', { exact: true })).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  expect(page.getByRole('button').elements()).toEqual([])
  drawn?.unmount()
  const own = comment('5', '我的', { mayEdit: 1, mayDelete: 1 })
  open({ 'recordComment.list': () => ({ list: [own], total: 1, hasMore: false }) }, false)
  await expect.element(page.getByRole('listitem')).toHaveTextContent('我的')
  expect(page.getByRole('button').elements(), 'nor changed or deleted, as was offered before').toEqual([])
})

it('keep what was being typed where the right to write is taken away, and cannot be sent', async () => {
  const { sent, redraw } = open()
  await text.fill('发票到了 ')
  redraw(false)
  await expect.element(page.getByRole('status')).toHaveTextContent('您已没有评论的权限，内容已保留，可以复制')
  await expect.element(text).toHaveValue('发票到了 ')
  await expect.element(text).toHaveAttribute('readonly')
  await expect.element(button('发表')).toBeDisabled()
  await text.click()
  await userEvent.keyboard('@李{Control>}{Enter}{/Control}')
  expect([...sent('recordComment.people'), ...sent('recordComment.create')]).toEqual([])
  redraw(true)
  await button('发表').click()
  await expect.poll(() => sent('recordComment.create')).toMatchObject([{ text: '发票到了 ' }])
})
