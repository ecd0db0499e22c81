import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { signIn } from './browser'
import { startTestServer, type TestClient, type TestServer } from './harness'

let server: TestServer
let li: { id: string; client: TestClient }
beforeAll(async () => {
  server = await startTestServer()
  const [row] = await server.sql<{ account: string }>(
    'select account from user_account where password_hash is null order by account limit 1',
  )
  li = await signIn(server, row?.account ?? '')
})
afterAll(() => server.close())

/** A connection as it is: what comes, and the code with which it ends. */
async function connect(token: string, language = 'zh') {
  const address = `${server.url.replace('http', 'ws')}/websocket/${token}?language=${language}`
  const socket = new WebSocket(address)
  const frames: ({ method: string } & Record<string, unknown>)[] = []
  socket.onmessage = (event) => frames.push(JSON.parse(String(event.data)))
  const closed = new Promise<number>((resolve) => {
    socket.onclose = (event) => resolve(event.code)
  })
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  const send = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  const of = (method: string) => frames.filter((frame) => frame.method === method)
  return { frames, of, closed, send, close: () => socket.close() }
}

async function greeted(token: string) {
  const connection = await connect(token)
  connection.send({ method: 'OnConnection', token, mobileDevice: false })
  await expect.poll(() => connection.of('initMessage')).toHaveLength(1)
  return connection
}

describe('a socket', () => {
  it('with a token that is none is told so in its language and closed', async () => {
    const token = 'x'.repeat(43)
    const english = await connect(token, 'en')
    expect(await english.closed).toBe(1008)
    expect(english.frames).toEqual([
      { method: 'logout', token, code: 600, msg: expect.stringMatching(/sign in/i) },
    ])
  })

  it('is told of the end of its session and closed: signed out, and ended by an administrator', async () => {
    const signedOut = await server.as(await accountOf(li.id), 'Harvest2026')
    const own = await greeted(signedOut.token)
    const other = await greeted(li.client.token)
    await signedOut.call('session.logout')
    expect(await own.closed).toBe(1000)
    expect(own.of('logout')).toMatchObject([{ token: signedOut.token, code: 600 }])
    expect(other.of('logout')).toEqual([])
    const admin = await server.as('admin')
    await admin.call('users.state', { id: li.id })
    expect(await other.closed).toBe(1000)
    expect(other.of('logout')).toMatchObject([
      { token: li.client.token, code: 602, msg: expect.stringContaining('管理员') },
    ])
    await admin.call('users.state', { id: li.id })
    li = { ...li, client: await server.as(await accountOf(li.id), 'Harvest2026') }
  })

  it('says that it lives, and tells what it does not understand', async () => {
    const connection = await greeted(li.client.token)
    connection.send({ method: 'heartBeat' })
    await expect.poll(() => connection.of('heartBeat')).toHaveLength(1)
    connection.send('no frame')
    connection.send([1, 2])
    connection.send({ method: 'constructor' })
    connection.send({ method: 'SendMessage', toUserId: 7, clientId: 'abcdefgh' })
    await expect.poll(() => connection.of('refused')).toHaveLength(2)
    expect(connection.of('refused')).toMatchObject([
      { code: 404, frame: 'constructor' },
      { code: 400, frame: 'SendMessage', clientId: 'abcdefgh', msg: expect.any(String) },
    ])
    connection.close()
  })

  it('is one of twenty of a person: with one more the oldest is closed', async () => {
    const first = await greeted(li.client.token)
    const others = []
    for (let count = 0; count < 20; count++) others.push(await connect(li.client.token))
    expect(await first.closed).toBe(1008)
    expect(first.of('closeSocket')).toHaveLength(1)
    for (const one of others) one.close()
  })

  it('is one of twenty of a person, though the oldest do not answer their close', async () => {
    const count = () => server.server.services.sockets.membersOf(li.id).size
    await expect.poll(count).toBe(0)
    const silent: WebSocket[] = []
    for (let opened = 0; opened < 30; opened++) {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/${li.client.token}`)
      await new Promise((resolve) => socket.once('open', resolve))
      // What it is told stays unread, and so unanswered.
      socket.pause()
      silent.push(socket)
    }
    await expect.poll(count).toBe(20)
    for (const socket of silent) socket.terminate()
    await expect.poll(count).toBe(0)
  })

  it('hears who comes, and knows who is there', async () => {
    const watching = await greeted((await server.as('admin')).token)
    await expect.poll(() => server.server.services.sockets.membersOf(li.id).size).toBe(0)
    const [admin] = await server.sql<{ id: string }>(`select id from user_account where account = 'operator'`)
    const operator = await greeted((await server.as('operator')).token)
    await expect.poll(() => watching.of('Online').map(({ userId }) => userId)).toContain(admin?.id)
    expect(operator.of('initMessage')[0]?.['onlineUsers']).toContain(admin?.id)
    operator.close()
    await expect
      .poll(() => watching.of('Offline').map(({ userId }) => userId), { timeout: 45_000 })
      .toContain(admin?.id)
    watching.close()
  })

  it('keeps its session in use, though nothing is called', async () => {
    const watching = await greeted((await server.as('operator')).token)
    const idle = await server.as('operator')
    await server.sql(`update session set used_at = now() - interval '11 hours 50 minutes'
      where user_id = (select id from user_account where account = 'operator')`)
    const fresh = () =>
      server.sql<{ count: number }>(`select count(*)::int as count from session
        where used_at > now() - interval '1 hour' and ended_at is null
        and user_id = (select id from user_account where account = 'operator')`)
    await expect.poll(fresh, { timeout: 60_000, interval: 500 }).toEqual([{ count: 1 }])
    watching.close()
    // The other had no connection.
    await server.sql(`update session set used_at = used_at - interval '15 minutes'`)
    expect(await idle.envelope('session.currentUser')).toMatchObject({ code: 600 })
  })

  it('is told to load the page anew where the server says so', async () => {
    const connection = await greeted(li.client.token)
    await server.server.services.sockets.toUser(li.id, { method: 'refresh', msg: '权限已变更' })
    await expect.poll(() => connection.of('refresh')).toEqual([{ method: 'refresh', msg: '权限已变更' }])
    connection.close()
  })
})

async function accountOf(id: string): Promise<string> {
  const [row] = await server.sql<{ account: string }>('select account from user_account where id = $1', [id])
  return row?.account ?? ''
}
