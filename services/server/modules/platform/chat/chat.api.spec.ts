import { CHAT_BURST, CHAT_TEXT_LENGTH } from '@services/contract/areas/platform/chat'
import { type Browser, openBrowser, signIn } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

interface Person {
  readonly id: string
  readonly client: TestClient
}

let server: TestServer
let li: Person
let wang: Person
let zhao: Person
const open: Browser[] = []

beforeAll(async () => {
  server = await startTestServer()
  const rows = await server.sql<{ account: string }>(
    'select account from user_account where password_hash is null order by account limit 3',
  )
  const people = []
  for (const { account } of rows) people.push(await signIn(server, account))
  ;[li, wang, zhao] = people as [Person, Person, Person]
})
afterEach(() => {
  for (const browser of open.splice(0)) browser.close()
})
afterAll(() => server.close())

const ALL = ['initMessage', 'receiveMessage', 'sendMessage', 'chatRead', 'chatCleared', 'chatRemoved']

async function browserOf(person: Person, methods = ALL): Promise<Browser> {
  const browser = openBrowser(server.url, person.client.token, methods)
  open.push(browser)
  await browser.ready()
  return browser
}

const text = (to: Person, messageContent: string) => ({
  toUserId: to.id,
  messageType: 'text' as const,
  messageContent,
})
const heard = (browser: Browser, method: string) => browser.frames.filter((frame) => frame.method === method)
const textsOf = (browser: Browser) => heard(browser, 'receiveMessage').map((frame) => frame['formMessage'])

describe('a message', () => {
  it('reaches the other person and the sender on all of their devices, as documented', async () => {
    const [sender, desk, phone] = await Promise.all([browserOf(li), browserOf(li), browserOf(wang)])
    const before = heard(phone, 'initMessage')[0]
    expect(before).toMatchObject({ userId: wang.id, isReset: false, unreadNums: [] })
    const sent = await sender.live.sendMessage(text(wang, '  3号阀门已检修  '))
    expect(sent).toMatchObject({
      UserId: li.id,
      toUserId: wang.id,
      messageType: 'text',
      toMessage: '3号阀门已检修',
      toRealName: expect.any(String),
      dateTime: expect.any(Number),
    })
    await expect.poll(() => heard(desk, 'sendMessage')).toMatchObject([{ id: sent.id }])
    await expect
      .poll(() => heard(phone, 'receiveMessage'))
      .toMatchObject([
        {
          id: sent.id,
          seq: Number(before?.['seq']) + 1,
          formUserId: li.id,
          userId: wang.id,
          formMessage: '3号阀门已检修',
          unreadNum: 1,
          account: expect.any(String),
        },
      ])
  })

  it('stands in the conversations of both, unread by the other until it is read, on every device', async () => {
    const [sender, phone, desk] = await Promise.all([browserOf(li), browserOf(wang), browserOf(wang)])
    await sender.live.sendMessage(text(wang, '收到请回复'))
    const { list } = await wang.client.call('chat.conversations')
    expect(list).toMatchObject([{ id: li.id, latestMessage: '收到请回复', messageType: 'text' }])
    expect(list[0]?.unreadMessage).toBeGreaterThan(0)
    expect((await li.client.call('chat.conversations')).list).toMatchObject([
      { id: wang.id, unreadMessage: 0 },
    ])
    phone.live.markRead(li.id)
    await expect.poll(() => heard(desk, 'chatRead')).toMatchObject([{ formUserId: li.id }])
    expect((await wang.client.call('chat.conversations')).list).toMatchObject([{ unreadMessage: 0 }])
    // Nothing is unread any more, so nothing is told.
    phone.live.markRead(li.id)
    await phone.live.history({ toUserId: li.id })
    expect(heard(desk, 'chatRead')).toHaveLength(1)
  })

  it('is kept once, however often its sender says it', async () => {
    const [sender, phone] = await Promise.all([browserOf(zhao), browserOf(wang)])
    const frame = { method: 'SendMessage', ...text(wang, '只说一次'), clientId: 'abcdefgh-1' }
    const raw = await rawSocket(zhao.client.token)
    for (let time = 0; time < 3; time++) raw.send(frame)
    await expect.poll(() => raw.of('sendMessage')).toHaveLength(3)
    expect(new Set(raw.of('sendMessage').map(({ id }) => id)).size).toBe(1)
    expect(textsOf(phone)).toEqual(['只说一次'])
    expect(heard(sender, 'sendMessage')).toHaveLength(1)
    raw.close()
  })

  it('is refused with the reason when it is none', async () => {
    const { live } = await browserOf(li)
    const refused = async (message: Parameters<typeof live.sendMessage>[0]) =>
      live.sendMessage(message).then(
        () => 'kept',
        (error: { code: number; message: string }) => `${error.code} ${error.message}`,
      )
    expect(await refused(text(li, '自己'))).toBe('404 对方不存在或已停用')
    expect(await refused({ ...text(li, '谁'), toUserId: 'nobody' })).toBe('404 对方不存在或已停用')
    expect(await refused(text(wang, '长'.repeat(CHAT_TEXT_LENGTH + 1)))).toBe('400 消息最多2000个字符')
    const image = { name: '0'.repeat(32), width: 10, height: 10 }
    const asImage = { toUserId: wang.id, messageType: 'image' as const, messageContent: image }
    expect(await refused(asImage)).toBe('400 文件不存在或无权使用，请重新上传')
    expect(await refused({ ...asImage, messageContent: '/etc/passwd' })).toBe('400 消息内容不正确')
  })

  it('of nothing but blanks is not sent', async () => {
    const raw = await rawSocket(zhao.client.token)
    raw.send({ method: 'SendMessage', ...text(li, ' \n ') })
    raw.send({ method: 'MessageList', toUserId: li.id })
    await expect.poll(() => raw.of('messageList')).toMatchObject([{ list: [] }])
    raw.close()
  })

  it('too many at once are refused with how long to wait', async () => {
    const raw = await rawSocket(zhao.client.token)
    // No time passes for the limit, however slow the machine.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => clock.mockRestore())
    for (let count = 0; count < 3 * CHAT_BURST; count++)
      raw.send({ method: 'SendMessage', ...text(li, `第${count}条`) })
    await expect
      .poll(() => raw.of('refused')[0], { timeout: 45_000 })
      .toMatchObject({ code: 429, msg: '发送过于频繁，请稍后再试', frame: 'SendMessage' })
    expect(raw.of('refused')[0]?.['retryAfter']).toBeGreaterThan(0)
    raw.close()
  })
})

describe('an image', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const upload = async (person: Person) => {
    const form = new FormData()
    form.set('file', new Blob([PNG]), '照片.png')
    const answer = await person.client.fetch('/api/file/Uploader/IM', { method: 'POST', body: form })
    return ((await answer.json()) as { data: { name: string; url: string } }).data
  }

  it('that its sender has uploaded is for the two people and nobody else', async () => {
    const [sender, phone] = await Promise.all([browserOf(li), browserOf(wang)])
    const { name, url } = await upload(li)
    const message = { toUserId: wang.id, messageType: 'image' as const }
    const sent = await sender.live.sendMessage({
      ...message,
      messageContent: { name, width: 640, height: 480 },
    })
    expect(sent.toMessage).toEqual({ path: url, name: '照片.png', width: 640, height: 480 })
    await expect.poll(() => heard(phone, 'receiveMessage')).toMatchObject([{ formMessage: sent.toMessage }])
    const [conversation] = (await wang.client.call('chat.conversations')).list
    expect(conversation).toMatchObject({ messageType: 'image' })
    expect(JSON.parse(conversation?.latestMessage ?? '')).toEqual(sent.toMessage)
    const statusOf = async ({ client }: Person) =>
      (await client.fetch(url)).headers.get('content-type')?.startsWith('image/png')
    expect([await statusOf(li), await statusOf(wang), await statusOf(zhao)]).toEqual([true, true, false])
  })

  it('of somebody else is refused', async () => {
    const { live } = await browserOf(zhao)
    const { name } = await upload(li)
    const stolen = live.sendMessage({ toUserId: wang.id, messageType: 'image', messageContent: { name } })
    await expect(stolen).rejects.toMatchObject({ code: 400 })
  })
})

describe('the records of a conversation', () => {
  it('come by page, are searched, and are only those of one’s own', async () => {
    const [one, other] = await Promise.all([browserOf(wang), browserOf(zhao)])
    for (const content of ['今天浇几号地', '浇12号地', '压力偏低', '已调频'])
      await one.live.sendMessage(text(zhao, content))
    const history = (query: object) => other.live.history({ toUserId: wang.id, ...query })
    const first = await history({ pageSize: 2 })
    expect(first).toMatchObject({
      list: [
        { sendUserId: wang.id, receiveUserId: zhao.id, contentType: 'text', content: '已调频' },
        { content: '压力偏低' },
      ],
      pagination: { currentPage: 1, pageSize: 2 },
    })
    await one.live.sendMessage(text(zhao, '新消息'))
    const next = await history({ pageSize: 2, beforeId: first.list.at(-1)?.id })
    expect(next.list.map(({ content }) => content)).toEqual(['浇12号地', '今天浇几号地'])
    const found = await history({ keyword: '号地', sord: 'asc' })
    expect(found.list.map(({ content }) => content)).toEqual(['今天浇几号地', '浇12号地'])
    // Whoever else asks sees what is theirs, whatever ids they name.
    const strange = await (await browserOf(li)).live.history({ toUserId: zhao.id, formUserId: wang.id })
    expect(strange.list.some(({ sendUserId }) => sendUserId === wang.id)).toBe(false)
  })

  it('are cleared for oneself alone, and the conversation comes back with the next message', async () => {
    const [one, desk, other] = await Promise.all([browserOf(wang), browserOf(wang), browserOf(zhao)])
    await one.live.sendMessage(text(zhao, '旧消息'))
    await wang.client.call('chat.clear', { id: zhao.id })
    await expect.poll(() => heard(desk, 'chatCleared')).toMatchObject([{ userId: zhao.id }])
    expect((await one.live.history({ toUserId: zhao.id })).list).toEqual([])
    expect((await other.live.history({ toUserId: wang.id })).list.length).toBeGreaterThan(0)
    const mine = async () =>
      (await wang.client.call('chat.conversations')).list.find(({ id }) => id === zhao.id)
    expect(await mine()).toMatchObject({ latestMessage: '' })
    await wang.client.call('chat.remove', { id: zhao.id })
    await expect.poll(() => heard(desk, 'chatRemoved')).toMatchObject([{ userId: zhao.id }])
    expect(await mine()).toBeUndefined()
    await other.live.sendMessage(text(wang, '还在吗'))
    expect(await mine()).toMatchObject({ latestMessage: '还在吗', unreadMessage: 1 })
    expect((await one.live.history({ toUserId: zhao.id })).list).toMatchObject([{ content: '还在吗' }])
  })
})

/** A connection that sends what it likes. */
async function rawSocket(token: string) {
  const { WebSocket } = await import('ws')
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/${token}`)
  const frames: ({ method: string } & Record<string, unknown>)[] = []
  socket.onmessage = (event) => frames.push(JSON.parse(String(event.data)))
  const closed = new Promise<number>((resolve) => {
    socket.onclose = (event) => resolve(event.code)
  })
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  const send = (frame: object) => socket.send(JSON.stringify(frame))
  send({ method: 'OnConnection', token, mobileDevice: false })
  const of = (method: string) => frames.filter((frame) => frame.method === method)
  await expect.poll(() => of('initMessage')).toHaveLength(1)
  return { send, of, closed, close: () => socket.close() }
}
