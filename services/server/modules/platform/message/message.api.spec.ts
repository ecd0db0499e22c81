import { type Browser, openBrowser, signIn } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let li: { id: string; client: TestClient }
let zhao: { id: string; client: TestClient }
const open: Browser[] = []

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const rows = await server.sql<{ account: string }>(
    'select account from user_account where password_hash is null order by account limit 2',
  )
  li = await signIn(server, rows[0]?.account ?? '')
  zhao = await signIn(server, rows[1]?.account ?? '')
  await server.sql('delete from message_recipient where user_id = any($1)', [[li.id, zhao.id]])
})
afterEach(() => {
  for (const browser of open.splice(0)) browser.close()
})
afterAll(() => server.close())

async function browserOf(client: TestClient): Promise<Browser> {
  const browser = openBrowser(server.url, client.token, ['initMessage', 'messagePush', 'messageRead'])
  open.push(browser)
  await browser.ready()
  return browser
}
const heard = (browser: Browser, method: string) => browser.frames.filter((frame) => frame.method === method)
const send = (title: string, type: 1 | 2 | 3 | 4 = 1, to = [li.id]) =>
  server.server.services.messages.send({ type, title, bodyText: `${title}的正文` }, to)

describe('what is unread', () => {
  it('comes with how many came on each of seven days, read or not', async () => {
    const unread = () => zhao.client.call('message.unread', {})
    expect(await unread()).toEqual({ total: 0, days: [0, 0, 0, 0, 0, 0, 0], tone: 'success', word: '已读完' })
    const came = async (days: number) => {
      const id = await send('轮灌提醒', 1, [zhao.id])
      await server.sql(
        `update message_recipient set released_at = date_trunc('day', now(), 'Asia/Shanghai') - make_interval(days => $2)
         where message_id = $1`,
        [id, days],
      )
      return id
    }
    await came(7)
    await came(6)
    const read = await came(1)
    await came(0)
    await came(0)
    await zhao.client.call('message.read', { id: read })
    await send('与他人有关', 1, [li.id])
    expect(await unread()).toEqual({ total: 4, days: [1, 0, 0, 0, 0, 1, 2], tone: 'warning', word: '待阅读' })
    await server.sql('delete from message_recipient where user_id = any($1)', [[li.id, zhao.id]])
  })
})

describe('a message', () => {
  it('is pushed to every device of its readers, and raises what is unread', async () => {
    const [desk, phone] = await Promise.all([browserOf(li.client), browserOf(li.client)])
    expect(heard(desk, 'initMessage')).toMatchObject([{ unreadTotalCount: 0, messageDefaultText: '' }])
    const id = await send('3号网关离线')
    for (const browser of [desk, phone])
      await expect
        .poll(() => heard(browser, 'messagePush'))
        .toMatchObject([
          {
            id,
            type: 1,
            title: '3号网关离线',
            unreadNoticeCount: 1,
            unreadTotalCount: 1,
            messageDefaultText: '3号网关离线',
            messageDefaultTime: expect.any(Number),
          },
        ])
    expect(heard(await browserOf(li.client), 'initMessage')).toMatchObject([
      {
        unreadSystemMessageCount: 1,
        unreadMessageCount: 0,
        unreadNoticeCount: 0,
        unreadScheduleCount: 0,
        unreadTotalCount: 1,
        messageDefaultText: '3号网关离线',
      },
    ])
  })

  it('is read by opening it, on every device and for its reader alone', async () => {
    const id = await send('巡检提醒', 4, [li.id, zhao.id])
    const desk = await browserOf(li.client)
    const before = Number(heard(desk, 'initMessage')[0]?.['unreadTotalCount'])
    expect(await li.client.call('message.read', { id })).toMatchObject({
      id,
      title: '巡检提醒',
      type: 4,
      isRead: 1,
      bodyText: '巡检提醒的正文',
      files: '[]',
      releaseUser: '系统',
    })
    await expect
      .poll(() => heard(desk, 'messageRead'))
      .toMatchObject([{ id, unreadTotalCount: before - 1, unreadScheduleCount: 0 }])
    await li.client.call('message.read', { id })
    const stateOf = async (client: TestClient) =>
      (await client.call('message.list')).list.find((one) => one.id === id)?.isRead
    expect([await stateOf(li.client), await stateOf(zhao.client)]).toEqual([1, 0])
    // Reading it again changes nothing, so nothing is told.
    await send('之后的消息')
    await expect.poll(() => heard(desk, 'messagePush')).toHaveLength(1)
    expect(heard(desk, 'messageRead')).toHaveLength(1)
  })

  it('is found by word, type and state, by page, and only by its readers', async () => {
    const ids = []
    for (let count = 1; count <= 25; count++) ids.push(await send(`流程待办${count}`, 2, [zhao.id]))
    const list = (query: object) => zhao.client.call('message.list', { type: 2, ...query })
    const first = await list({})
    expect(first.pagination).toEqual({ currentPage: 1, pageSize: 20, total: 25 })
    expect(first.list[0]).toMatchObject({ title: '流程待办25', type: 2, isRead: 0, enabledMark: 1 })
    expect((await list({ currentPage: 2 })).list).toHaveLength(5)
    expect((await list({ sort: 'asc', pageSize: 1 })).list).toMatchObject([{ title: '流程待办1' }])
    await zhao.client.call('message.read', { id: ids[4] })
    expect((await list({ isRead: 1 })).list.map(({ id }) => id)).toEqual([ids[4]])
    expect((await list({ isRead: 0 })).pagination.total).toBe(24)
    expect((await list({ keyword: '待办25', isRead: '' })).pagination.total).toBe(1)
    expect((await li.client.call('message.list', { type: 2 })).list).toEqual([])
    expect((await li.client.envelope('message.read', { id: ids[0] })).code).toBe(404)
  })

  it('is read with all others that fit, and is deleted from one’s own list', async () => {
    const desk = await browserOf(zhao.client)
    await zhao.client.call('message.readAll', { keyword: '待办1', type: 2, isRead: 0 })
    // 待办1 and 待办10 to 19.
    await expect.poll(() => heard(desk, 'messageRead')).toMatchObject([{ id: null, unreadMessageCount: 13 }])
    await zhao.client.call('message.readAll', {})
    await expect.poll(() => heard(desk, 'messageRead').at(-1)).toMatchObject({ unreadTotalCount: 0 })
    const { list } = await zhao.client.call('message.list', { type: 2, pageSize: 3 })
    await zhao.client.call('message.delete', { ids: list.map(({ id }) => id) })
    expect((await zhao.client.call('message.list', { type: 2 })).pagination.total).toBe(22)
    await li.client.call('message.delete', { ids: list[0]?.id ?? '' })
    expect((await li.client.envelope('message.delete', { ids: '' })).code).toBe(400)
  })
})

describe('a notice', () => {
  const TEXT = '<p onclick="x()">全县<b>停水</b>通知<script>alert(1)</script></p>'
  const attach = async (client: TestClient) => {
    const form = new FormData()
    form.set('file', new Blob(['停水范围：一至六号地']), '停水范围.txt')
    const answer = await client.fetch('/api/file/Uploader/annex', { method: 'POST', body: form })
    return ((await answer.json()) as { data: { name: string; url: string } }).data
  }
  const fileList = (fileId: string) => JSON.stringify([{ name: '假名.exe', fileId, url: 'http://evil' }])

  it('goes to 300 people with its clean text and its file', async () => {
    const file = await attach(admin)
    const body = { title: '停水通知', bodyText: TEXT, files: fileList(file.name), toUserIds: '' }
    const { id } = await admin.call('notice.create', body)
    const desk = await browserOf(li.client)
    const { receiverCount } = await admin.call('notice.release', { id })
    expect(receiverCount).toBe(300)
    await expect
      .poll(() => heard(desk, 'messagePush'))
      .toMatchObject([{ type: 3, title: '停水通知', unreadNoticeCount: 1 }])
    const messageId = String(heard(desk, 'messagePush')[0]?.['id'])
    expect((await li.client.fetch(file.url)).status).toBe(200)
    const message = await li.client.call('message.read', { id: messageId })
    expect(message.bodyText).toBe('<p>全县<b>停水</b>通知</p>')
    expect(JSON.parse(message.files)).toEqual([
      { name: '停水范围.txt', fileId: file.name, url: file.url, fileSize: 30, fileExtension: 'txt' },
    ])
    expect(await (await li.client.fetch(file.url)).text()).toBe('停水范围：一至六号地')
    expect(await admin.call('notice.info', { id })).toMatchObject({
      enabledMark: 1,
      receiverCount: 300,
      readCount: 1,
      releaseTime: expect.any(Number),
    })
  })

  it('goes to those chosen and nobody else, who alone may have its file', async () => {
    const file = await attach(admin)
    const chosen = { title: '只给一人', toUserIds: li.id, files: fileList(file.name) }
    const { id } = await admin.call('notice.create', chosen)
    expect(await (await zhao.client.fetch(file.url)).json()).toMatchObject({ code: 404 })
    expect(await admin.call('notice.release', { id })).toEqual({ receiverCount: 1 })
    expect(await (await li.client.fetch(file.url)).text()).toBe('停水范围：一至六号地')
    expect(await (await zhao.client.fetch(file.url)).json()).toMatchObject({ code: 404 })
    const titles = async (client: TestClient) =>
      (await client.call('message.list', { keyword: '只给一人' })).pagination.total
    expect([await titles(li.client), await titles(zhao.client)]).toEqual([1, 0])
  })

  it('goes to everybody below a department', async () => {
    const [unit] = await server.sql<{ id: string; people: string }>(
      `select organize.id, count(distinct user_id)::text as people from organize
       join organize below on organize.id = any(below.path)
       join user_organize on organize_id = below.id
       where organize.category = 'department' group by organize.id order by 2 desc limit 1`,
    )
    const { id } = await admin.call('notice.create', {
      title: '部门通知',
      toUserIds: `${unit?.id}--department`,
    })
    expect(await admin.call('notice.release', { id })).toEqual({ receiverCount: Number(unit?.people) })
  })

  it('is released once, and not changed after', async () => {
    const { id } = await admin.call('notice.create', { title: '一次', toUserIds: li.id })
    await admin.call('notice.update', { id, title: '改过', toUserIds: li.id })
    const answers = await Promise.all([1, 2, 3].map(() => admin.envelope('notice.release', { id })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400])
    expect((await li.client.call('message.list', { keyword: '改过' })).pagination.total).toBe(1)
    expect(await admin.envelope('notice.update', { id, title: '再改' })).toMatchObject({
      code: 400,
      msg: '公告已发布，不能再修改或发布',
    })
    await admin.call('notice.delete', { id })
    expect((await admin.envelope('notice.info', { id })).code).toBe(404)
    expect((await li.client.call('message.list', { keyword: '改过' })).pagination.total).toBe(1)
  })

  it('is not changed from an older state; what was saved first stays', async () => {
    const gone = await attach(li.client)
    const first = { title: '先存', files: '[]', toUserIds: li.id }
    const { id } = await admin.call('notice.create', first)
    const { version } = await admin.call('notice.info', { id })
    await admin.call('notice.update', { id, ...first, excerpt: '一', version })
    const stored = await admin.call('notice.info', { id })
    expect(stored).toMatchObject({ excerpt: '一', version: version + 1 })
    // Also where it has a file that may not be used by now.
    const second = { id, ...first, title: '后存', files: fileList(gone.name), version }
    expect(await admin.envelope('notice.update', second)).toMatchObject({
      code: 409,
      data: { version: version + 1, data: stored },
    })
    const racing = await Promise.all(
      ['甲', '乙'].map((title) =>
        admin.envelope('notice.update', { id, ...first, title, version: version + 1 }),
      ),
    )
    expect(racing.map(({ code }) => code).sort()).toEqual([200, 409])
    await admin.call('notice.update', { id, ...first, title: '不问' })
    await admin.call('notice.release', { id })
    const { list } = await admin.call('notice.list', { keyword: '不问' })
    expect(list).toMatchObject([{ id, version: version + 4 }])
    await admin.call('notice.delete', { id })
  })

  it('is refused with the reason', async () => {
    const stranger = await attach(li.client)
    const refused = async (body: object) => {
      const { code, msg } = await admin.envelope('notice.create', { title: '标题', ...body })
      return `${code} ${msg}`
    }
    expect(await refused({ title: '' })).toBe('400 标题不能为空')
    expect(await refused({ title: '长'.repeat(201) })).toBe('400 标题最多200个字符')
    expect(await refused({ files: fileList(stranger.name) })).toBe('400 文件不存在或无权使用，请重新上传')
    const release = async (body: object) => {
      const { id } = await admin.call('notice.create', { title: '标题', ...body })
      return (await admin.envelope('notice.release', { id })).msg
    }
    expect(await release({ expirationTime: Date.now() - 1 })).toBe('公告已过有效期，不能发布')
    expect(await release({ toUserIds: 'nobody' })).toBe('没有可接收公告的人员')
    for (const name of ['notice.list', 'notice.create', 'notice.release'] as const)
      expect((await li.client.envelope(name, { id: 'x', title: 'x' })).code).toBe(403)
  })

  it('is listed by word and state, and says how its kind is sent', async () => {
    const { list, pagination } = await admin.call('notice.list', { keyword: '停水', enabledMark: 1 })
    expect(list).toMatchObject([{ title: '停水通知', receiverCount: 300 }])
    expect(pagination).toMatchObject({ total: 1 })
    expect(await li.client.call('message.sendConfig', { id: 'notice' })).toMatchObject({
      enCode: 'notice',
      messageType: 3,
      title: '{title}',
      enabledMark: 1,
    })
    expect((await li.client.envelope('message.sendConfig', { id: 'none' })).code).toBe(404)
  })
})

describe('the demo', () => {
  it('has notices for everybody, one with a plan that opens, and messages and talks for its accounts', async () => {
    const operator = await server.as('operator')
    const { list } = await operator.call('message.list', { type: 3, sort: 'asc' })
    expect(list.map(({ title }) => title).slice(0, 2)).toEqual([
      '关于开展秋季设备检修的通知',
      '冬灌用水计划（试行）',
    ])
    const message = await operator.call('message.read', { id: list[1]?.id ?? '' })
    const [plan] = JSON.parse(message.files)
    expect(plan).toMatchObject({ name: '冬灌用水计划表.xlsx', fileExtension: 'xlsx' })
    const { read, utils } = await import('@e965/xlsx')
    const bytes = await (await operator.fetch(plan.url)).arrayBuffer()
    const workbook = read(bytes)
    expect(utils.sheet_to_json(workbook.Sheets['用水计划'] ?? {})).toHaveLength(16)
    expect((await operator.call('message.list', { type: 1, isRead: 0 })).pagination.total).toBe(3)
    const talks = (await operator.call('chat.conversations')).list
    expect(talks.length).toBeGreaterThanOrEqual(3)
    expect(talks.find(({ latestMessage }) => latestMessage.includes('0.4以上'))).toMatchObject({
      unreadMessage: 2,
    })
  })
})
