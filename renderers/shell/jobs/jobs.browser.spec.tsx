import '@arco-design/web-react/es/style/index.css'
import type { Language } from '@runtime/text'
import type { FileValue } from '@runtime/widget/stored-file'
import axe from 'axe-core'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../../testing'
import { createLiveState, LiveContext } from '../live'
import { type FakeLive, fakeLive } from '../specs/fake-live'
import '../base.css'
import { setTheme } from '../theme'
import { JobsButton, JobsDrawer } from '.'
import type { ListedJob } from './use-jobs'

const LOADING = { timeout: 45_000 }
const NOW = Date.UTC(2026, 10, 21, 4)
const FILE = { id: 'f1', name: '设备_20261121.xlsx', size: 2_400_000 }

let drawn: ReturnType<typeof draw> | undefined
let fake: FakeLive
let stored: ListedJob[]
let downloads: (readonly [string, FileValue])[]

const job = (id: string, state: string, more: Partial<ListedJob> = {}): ListedJob => ({
  ...{ id, state, title: `导出「${id}」`, text: '', done: 0, total: 0, file: null },
  ...{ creatorTime: NOW - 120_000, ...more },
})

beforeEach(() => {
  fake = fakeLive()
  downloads = []
  stored = [
    job('采购订单', 'running', { done: 3_000, total: 12_000 }),
    job('w', 'waiting', { title: '检查「地块」的数据' }),
    job('i', 'done', { title: '导入「阀门」', text: '已导入 188 行，12 行未导入' }),
    job('设备', 'done', { file: FILE }),
    job('b', 'failed', { title: '导入「水泵」', text: '服务器中断，导入没有完成，已导入的行保留' }),
    job('c', 'cancelled', { title: '同步「通讯录」' }),
  ]
})
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
  setTheme({ dark: false })
})

function server(language: Language = 'zh'): TestHost {
  const host = testHost(
    {
      'job.list': () => ({ list: stored }),
      'job.cancel': ({ id }) => {
        become(String(id), { state: 'cancelled' })
        fake.tell('job', { id, kind: 'export', state: 'cancelled', done: 0, total: 0 })
      },
    },
    language,
  )
  return Object.assign(host, {
    now: () => NOW,
    timeZone: 'Asia/Shanghai',
    files: {
      download: async (type: string, file: FileValue) => void downloads.push([type, file]),
      read: async () => '',
      preview: () => undefined,
    },
  })
}

const become = (id: string, change: Partial<ListedJob>) => {
  stored = stored.map((one) => (one.id === id ? { ...one, ...change } : one))
}
const tell = (id: string, state: string, done = 0, total = 0) =>
  fake.tell('job', { id, kind: 'export', state, done, total })

function Tools() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <JobsButton onOpen={() => setOpen(true)} />
      {open && <JobsDrawer onClose={() => setOpen(false)} />}
    </>
  )
}

function show(host: TestHost = server()): TestHost {
  drawn = draw(
    <LiveContext value={createLiveState(fake.live, host.call)}>
      <Tools />
    </LiveContext>,
    host,
    '860px',
  )
  fake.open()
  return host
}

async function open(host?: TestHost): Promise<TestHost> {
  const used = show(host)
  await page.getByRole('button', { name: /^(我的任务|My jobs|我的任務)/ }).click()
  await expect.element(drawer(), LOADING).toBeVisible()
  await expect.poll(titles, LOADING).toHaveLength(stored.length)
  return used
}

const drawer = () => page.getByRole('dialog', { name: /^(我的任务|My jobs|我的任務)$/ })
const titles = () => [...document.querySelectorAll('.loam-job-title')].map(({ textContent }) => textContent)
const item = (title: string) =>
  drawer()
    .getByRole('listitem')
    .filter({ hasText: `「${title}」` })
const badge = () => document.querySelector('.loam-count')?.textContent ?? null
const asked = (host: TestHost) => host.calls.filter(({ name }) => name === 'job.list').length

it('counts what is not over, by what the server tells', async () => {
  show()
  await expect.element(page.getByRole('button', { name: '我的任务，2 个进行中' })).toBeVisible()
  expect(badge()).toBe('2')
  tell('w', 'done')
  tell('采购订单', 'running', 4_000, 12_000)
  await expect.poll(badge).toBe('1')
  tell('new', 'waiting')
  await expect.poll(badge).toBe('2')
  tell('new', 'failed')
  tell('采购订单', 'cancelled')
  await expect.poll(badge).toBeNull()
  await expect.element(page.getByRole('button', { name: '我的任务', exact: true })).toBeVisible()
})

it('says of each what it is, how it stands and what it has come to', async () => {
  await open()
  expect(titles()).toEqual(stored.map(({ title }) => title))
  await expect.element(item('采购订单')).toHaveTextContent(/进行中\s*3000 \/ 12000/)
  await expect.element(item('采购订单').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  await expect.element(item('地块')).toHaveTextContent('等待中')
  await expect.element(item('阀门')).toHaveTextContent(/已完成.*已导入 188 行，12 行未导入/)
  await expect.element(item('水泵')).toHaveTextContent(/未完成.*服务器中断，导入没有完成，已导入的行保留/)
  await expect.element(item('通讯录')).toHaveTextContent('已取消')
  for (const over of ['阀门', '设备', '水泵', '通讯录'])
    expect(item(over).getByRole('button', { name: /^取消/ }).elements()).toEqual([])
})

it('follows what is told without asking, and asks for what is new or over', async () => {
  const host = await open()
  await expect.poll(() => asked(host)).toBe(2)
  tell('采购订单', 'running', 6_000, 12_000)
  await expect.element(item('采购订单')).toHaveTextContent('6000 / 12000')
  expect(asked(host)).toBe(2)
  become('采购订单', { state: 'done', file: FILE })
  tell('采购订单', 'done', 12_000, 12_000)
  await expect.element(item('采购订单').getByRole('button', { name: `下载：${FILE.name}` })).toBeVisible()
  stored = [job('气象站', 'waiting'), ...stored]
  tell('气象站', 'waiting')
  await expect.poll(() => titles()[0]).toBe('导出「气象站」')
  expect(asked(host)).toBe(4)
  // What was told meanwhile has not been heard.
  become('气象站', { state: 'failed', text: '数据太多' })
  fake.cut()
  fake.open()
  await expect.element(item('气象站')).toHaveTextContent('数据太多')
})

it('cancels one, and keeps the keyboard where it was', async () => {
  const host = await open()
  await item('采购订单').getByRole('button', { name: '取消：导出「采购订单」' }).click()
  await expect.element(item('采购订单')).toHaveTextContent('已取消')
  expect(host.calls.find(({ name }) => name === 'job.cancel')?.input).toEqual({ id: '采购订单' })
  await expect.poll(() => document.activeElement).toBe(item('采购订单').element())
  expect(badge()).toBe('1')
})

it('downloads a file', async () => {
  await open()
  await item('设备')
    .getByRole('button', { name: `下载：${FILE.name}` })
    .click()
  await expect
    .poll(() => downloads)
    .toEqual([['jobResult', { name: FILE.name, fileId: 'f1', url: '', fileSize: FILE.size }]])
})

it('says that there are none, and that they could not be had', async () => {
  stored = []
  await open()
  await expect.element(drawer()).toHaveTextContent('暂无任务')
  drawn?.unmount()
  fake = fakeLive()
  let isThere = false
  const host = server()
  const call = host.call
  host.call = async (name, input, options) => {
    if (name === 'job.list' && !isThere) throw new Error('gone')
    return call(name, input, options)
  }
  await open(host)
  await expect.element(drawer().getByRole('alert')).toHaveTextContent('任务加载失败')
  isThere = true
  stored = [job('阀门', 'waiting')]
  await drawer().getByRole('button', { name: '重试' }).click()
  await expect.poll(titles).toEqual(['导出「阀门」'])
})

it('is closed by the keyboard, which goes back to the button', async () => {
  await open()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => drawer().elements()).toEqual([])
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toContain('我的任务')
})

/** What is not said in a language: keys without a text, Chinese, or its other script. */
const UNSAID = { en: /@\w+\.|\p{Script=Han}/u, zhtw: /@\w+\.|我的任务|进行|个|下载|时间|已导入/u } as const

it.each(['en', 'zhtw'] as const)('speaks %s', async (language) => {
  stored = stored.map((one) => ({
    ...one,
    title: `“${one.state}”`,
    text: '',
    file: one.file && { ...FILE, name: 'a.xlsx' },
  }))
  await open(server(language))
  const dialog = drawer().element() as HTMLElement
  const names = [...dialog.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'))
  expect(`${dialog.textContent} ${names.join(' ')}`).not.toMatch(UNSAID[language])
})

it.each([
  [1440, false],
  [1440, true],
  [390, false],
  [390, true],
])('can be read at %i pixels (dark: %s)', async (width, dark) => {
  await page.viewport(width, 860)
  setTheme({ dark })
  await open()
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
  const { violations } = await axe.run('.loam-jobs', { runOnly: ['wcag2a', 'wcag2aa'] })
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html, nodes[0]?.failureSummary])).toEqual([])
  const list = document.querySelector('.loam-jobs-list') as HTMLElement
  expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth)
})
