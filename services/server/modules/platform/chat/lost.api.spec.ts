import { openBrowser } from '@tests/api/browser'
import { describe, expect, it } from 'vitest'
import { arriveOnce, betweenTwo, PATIENCE, people, server } from './specs/conversation'

betweenTwo()
arriveOnce(200)

describe('a client that comes back after more than is kept', () => {
  it('is told to begin anew, and goes on from there', async () => {
    const [li, wang] = people as [(typeof people)[0], (typeof people)[0]]
    const [sender, reader] = [
      openBrowser(server.url, wang.token),
      openBrowser(server.url, li.token, ['initMessage', 'receiveMessage']),
    ]
    await Promise.all([sender.ready(), reader.ready()])
    const send = (messageContent: string) =>
      sender.live.sendMessage({ toUserId: li.id, messageType: 'text', messageContent })
    const comeBack = reader.leave()
    await send('在路上')
    await server.sql('delete from push_event')
    comeBack()
    await expect
      .poll(() => reader.frames.filter(({ method }) => method === 'initMessage').at(-1), PATIENCE)
      .toMatchObject({ isReset: true, unreadNums: [{ defaultMessage: '在路上' }] })
    await send('到了')
    await expect
      .poll(() => reader.frames.filter(({ method }) => method === 'receiveMessage').at(-1), PATIENCE)
      .toMatchObject({ formMessage: '到了' })
    sender.close()
    reader.close()
  })
})
