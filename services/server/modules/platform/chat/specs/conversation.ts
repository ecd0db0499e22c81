import { randomInt } from 'node:crypto'
import { type Browser, openBrowser, signIn } from '@tests/api/browser'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A connection that was lost has come back by then, on a busy machine too. */
export const PATIENCE = { timeout: 45_000 }

export let server: TestServer
export const people: { id: string; token: string }[] = []
/** Cuts one of the connections at random whenever so many more messages have been taken, however fast that goes. */
function cutAtRandom(browsers: readonly Browser[], every: number) {
  let taken = 0
  let cuts = 0
  return {
    take() {
      if (++taken % every !== 0) return
      browsers[randomInt(browsers.length)]?.cut()
      cuts += 1
    },
    cuts: () => cuts,
  }
}

async function kept(): Promise<number> {
  const [row] = await server.sql<{ count: number }>('select count(*)::int as count from chat_message')
  return row?.count ?? 0
}

const numbersOf = (browser: Browser, method: string, member: string) =>
  browser.frames.filter((frame) => frame.method === method).map((frame) => Number(frame[member]))

/** A server of its own, and two people who talk. */
export function betweenTwo(): void {
  beforeAll(async () => {
    server = await startTestServer()
    const rows = await server.sql<{ account: string }>(
      'select account from user_account where password_hash is null order by account limit 2',
    )
    for (const { account } of rows) {
      const { id, client } = await signIn(server, account)
      people.push({ id, token: client.token })
    }
  })
  afterAll(() => server.close())
}

export function arriveOnce(messages: number): void {
  describe(`${messages} messages between two people whose connections break at random`, () => {
    it('arrive once each and in order, on both devices of both', async () => {
      // The demo has conversations of its own.
      const before = await kept()
      const browsers = people.map(({ token }) => [
        openBrowser(server.url, token),
        openBrowser(server.url, token),
      ])
      const all = browsers.flat()
      await Promise.all(all.map((browser) => browser.ready()))
      const cutting = cutAtRandom(all, 8)
      const numbers = Array.from({ length: messages / 2 }, (_, index) => index)
      const talk = (from: number, to: number) =>
        Promise.all(
          numbers.map(async (number) => {
            await browsers[from]?.[0]?.live.sendMessage({
              toUserId: people[to]?.id ?? '',
              messageType: 'text',
              messageContent: String(number),
            })
            cutting.take()
          }),
        )
      await Promise.all([talk(0, 1), talk(1, 0)])
      expect(cutting.cuts()).toBeGreaterThan(messages / 10)
      for (const browser of all) {
        // What a person says comes back to all of their own devices too, the last of it perhaps after all that they are told.
        for (const method of ['receiveMessage', 'sendMessage'])
          await expect
            .poll(() => browser.frames.filter((frame) => frame.method === method).length, PATIENCE)
            .toBe(numbers.length)
        expect(numbersOf(browser, 'receiveMessage', 'formMessage')).toEqual(numbers)
        expect(numbersOf(browser, 'sendMessage', 'toMessage')).toEqual(numbers)
        const ids = browser.frames.map((frame) => String(frame['id']))
        expect(ids).toEqual([...new Set(ids)].sort())
      }
      expect((await kept()) - before).toBe(messages)
      for (const browser of all) browser.close()
    }, 180_000)
  })
}
