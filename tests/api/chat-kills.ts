import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from './browser'
import { md5 } from './harness'
import { INSTALLED_PASSWORD, type Installation, install } from './installation'
import type { ServerProcess } from './process'

let installation: Installation
let server: ServerProcess

/** A second person beside the administrator. */
async function addPerson() {
  const admin = await installation.signIn(server, 'admin')
  const { id: unit } = await admin.call('organize.create', {
    fullName: '农场',
    enCode: 'farm',
    parentId: '-1',
  })
  const { id } = await admin.call('users.create', {
    account: 'li',
    realName: '李四',
    organizeIds: [unit],
    password: md5(INSTALLED_PASSWORD),
    passwordText: INSTALLED_PASSWORD,
  })
  return { admin, id, client: await installation.signIn(server, 'li') }
}

/** What stands in the database, read past the server. */
async function saved(): Promise<string[]> {
  const rows = await installation.sql<{ content: string }>('select content from chat_message order by id')
  return rows.map((row) => row.content)
}

/** An installation of its own, whose server is killed so many times while two persons talk. */
export function keepsTalking(kills: number): void {
  beforeAll(async () => {
    installation = await install()
    server = await installation.start()
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    installation?.remove()
  })

  describe(`kill -9 of the server in the midst of a conversation, ${kills} times,`, () => {
    it('loses no message that was acknowledged, and brings each one once', async () => {
      const { admin, id, client } = await addPerson()
      const reader = openBrowser(() => server.url, client.token)
      const sender = openBrowser(() => server.url, admin.token)
      await Promise.all([sender.ready(), reader.ready()])
      const acknowledged: string[] = []
      let isStopped = false
      const talking = (async () => {
        for (let number = 0; !isStopped; number++) {
          await sender.live.sendMessage({ toUserId: id, messageType: 'text', messageContent: String(number) })
          acknowledged.push(String(number))
        }
      })()
      for (let kill = 0; kill < kills; kill++) {
        const target = acknowledged.length + 15
        await expect.poll(() => acknowledged.length, { timeout: 45_000, interval: 3 }).toBeGreaterThan(target)
        await server.kill()
        server = await installation.start()
      }
      isStopped = true
      await talking
      const got = (browser: Browser, method: string, member: string) =>
        browser.frames.filter((frame) => frame.method === method).map((frame) => frame[member])
      expect(await saved()).toEqual(acknowledged)
      await expect
        .poll(() => got(reader, 'receiveMessage', 'formMessage'), { timeout: 45_000 })
        .toEqual(acknowledged)
      expect(got(sender, 'sendMessage', 'toMessage')).toEqual(acknowledged)
      sender.close()
      reader.close()
    }, 180_000)
  })
}
