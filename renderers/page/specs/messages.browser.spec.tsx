import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import type { FileValue } from '@runtime/widget/stored-file'
import { resources } from '@services/client/resources'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const NOW = Date.UTC(2026, 10, 21, 4)
const TYPES = [
  { id: 'a', enCode: '1', fullName: '系统' },
  { id: 'b', enCode: '3', fullName: '公告' },
]

interface Stored {
  readonly id: string
  readonly title: string
  readonly type: number
  isRead: 0 | 1
  readonly flowType?: number
  readonly bodyText?: string
}

let drawn: ReturnType<typeof draw> | undefined
let stored: Stored[]
let downloads: FileValue[]
let went: string[]

beforeEach(() => {
  sessionStorage.clear()
  downloads = []
  went = []
  stored = Array.from({ length: 45 }, (_, index) => ({
    id: `m${index}`,
    title: `第${index}条通知`,
    type: index % 2 === 0 ? 1 : 3,
    isRead: index < 30 ? 0 : 1,
  }))
})

afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

/** The page over a server with the stored messages. */
async function shown(): Promise<TestHost> {
  const found = ({ keyword, type, isRead }: Readonly<Record<string, unknown>>) =>
    stored.filter(
      (one) =>
        one.title.includes(String(keyword ?? '')) &&
        (type == null || one.type === Number(type)) &&
        (isRead == null || one.isRead === isRead),
    )
  const whole = (one: Stored) => ({
    ...{ flowType: 0, excerpt: '', enabledMark: 1, releaseUser: '系统管理员', releaseTime: NOW },
    ...one,
  })
  const host = Object.assign(
    testHost({
      'documents.read': readingDocuments(),
      'dictionaryData.options': () => ({ list: TYPES }),
      'dictionaryData.optionsOf': ({ ids }) =>
        Object.fromEntries((ids as string[]).map((id) => [id, { list: TYPES }])),
      'message.list': (input) => {
        const [at, size] = [Number(input['currentPage']), Number(input['pageSize'])]
        const list = found(input)
        const rows = list.slice((at - 1) * size, at * size).map(whole)
        return { list: rows, pagination: { currentPage: at, pageSize: size, total: list.length } }
      },
      'message.read': ({ id }) => {
        const one = stored.find((candidate) => candidate.id === id) as Stored
        one.isRead = 1
        return {
          bodyText: '<p>请<b>各队</b>注意</p><iframe src="/x"></iframe><a href="javascript:alert(1)">看</a>',
          files: JSON.stringify([{ name: '轮灌表.xlsx', fileId: 'f1', url: '/f1', fileSize: 2048 }]),
          ...whole(one),
        }
      },
      'message.readAll': (input) => {
        for (const one of found(input)) one.isRead = 1
      },
      'message.delete': ({ ids }) => {
        stored = stored.filter(({ id }) => !(ids as string[]).includes(id))
      },
    }),
    {
      resources: async () => resources,
      timeZone: 'Asia/Shanghai',
      navigate: (to: string) => went.push(to),
      files: {
        download: async (_type: string, file: FileValue) => void downloads.push(file),
        read: async () => '',
        preview: () => undefined,
      },
    },
  )
  drawn = draw(<PageView file="pages/message-record.page.json" route="/messageRecord" />, host, '900px')
  await expect.element(page.getByText('第0条通知')).toBeVisible()
  return host
}

const rows = () =>
  new Set([...document.querySelectorAll('[data-row]')].map((one) => one.getAttribute('data-row'))).size
const rowOf = (id: string) => document.querySelector(`[data-row="${id}"]`) as HTMLElement
const tick = (id: string) => (rowOf(id).querySelector('input[type=checkbox]') as HTMLElement).click()
const unread = () => stored.filter(({ isRead }) => isRead === 0).length

describe('the page of all messages', () => {
  it('shows read and unread ones by page, the type in the dictionary’s words', async () => {
    const host = await shown()
    expect(rows()).toBe(20)
    await expect.element(page.getByText('45', { exact: false }).first()).toBeVisible()
    await expect.poll(() => rowOf('m1').textContent).toContain('公告')
    expect(rowOf('m1').textContent).toContain('2026-11-21 12:00')
    await expect.poll(() => document.querySelector('.arco-pagination-item')).not.toBeNull()
    await page.getByText('3', { exact: true }).last().click()
    await expect.poll(rows).toBe(5)
    expect(host.calls.findLast(({ name }) => name === 'message.list')?.input).toEqual({
      currentPage: 3,
      pageSize: 20,
    })
    await expect.poll(() => rowOf('m44').textContent).toContain('已读')
  })

  it('marks ticked ones as read, and deletes ticked ones after a question that says how many', async () => {
    const host = await shown()
    for (const id of ['m0', 'm2']) tick(id)
    await page.getByRole('button', { name: '标记已读' }).click()
    await expect.poll(unread).toBe(28)
    // Those that were read already are not read again.
    await expect.poll(() => rowOf('m0').textContent).toContain('已读')
    await page.getByRole('button', { name: '删除' }).click()
    await expect.poll(() => stored.length).toBe(43)
    expect(host.questions).toEqual(['您确定要删除选中的2条消息吗？'])
    await expect.poll(() => document.querySelector('[data-row="m0"]')).toBeNull()
  })

  it('marks as read what is looked for, and nothing when the question is refused', async () => {
    const host = await shown()
    await page.getByLabelText('关键词').fill('第3')
    await page.getByRole('button', { name: '查询' }).click()
    await expect.poll(rows).toBe(11)
    host.yes = false
    await page.getByRole('button', { name: '全部已读' }).click()
    await expect.poll(() => host.questions).toEqual(['您确定要将所有消息标记为已读吗？'])
    expect(unread()).toBe(30)
    host.yes = true
    await page.getByRole('button', { name: '全部已读' }).click()
    await expect.poll(unread).toBe(29)
    expect(host.calls.find(({ name }) => name === 'message.readAll')?.input).toEqual({
      ...{ keyword: '第3', type: null, isRead: null },
    })
  })

  it('opens a message, which is read by that: clean text, and files to save', async () => {
    await shown()
    await page.getByText('第0条通知').click()
    const detail = page.getByRole('dialog', { name: '消息详情' })
    await expect.element(detail.getByText('各队')).toBeVisible()
    expect(detail.element().querySelector('script, iframe, a[href^=javascript]')).toBeNull()
    await detail.getByRole('button', { name: /下载.*轮灌表/ }).click()
    await expect.poll(() => downloads).toMatchObject([{ fileId: 'f1' }])
    expect(unread()).toBe(29)
  })

  it('leads a message of a flow on to its page, whose text is no text to read', async () => {
    stored[0] = { ...(stored[0] as Stored), type: 2, flowType: 1, bodyText: '{"type":1,"a":"&水"}' }
    await shown()
    await page.getByText('第0条通知').click()
    await page.getByRole('button', { name: '查看流程' }).click()
    const config = encodeURIComponent('{"type":1,"a":"&水"}')
    await expect.poll(() => went).toEqual([`/workFlow/entrust?config=${config}`])
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('shows them as cards on a phone, by keyboard too, and nothing sticks out', async () => {
    await page.viewport(390, 844)
    await shown()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(document.querySelectorAll('table')).toHaveLength(0)
    ;(page.getByRole('button', { name: '第1条通知' }).element() as HTMLElement).focus()
    ;(document.activeElement as HTMLElement).click()
    await expect.element(page.getByRole('dialog', { name: '消息详情' }).getByText('各队')).toBeVisible()
  })
})
