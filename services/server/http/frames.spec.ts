import { describe, expect, it, vi } from 'vitest'
import { SOCKET_LIMITS } from '../limits'
import { consoleLog } from '../log'
import { createFrameReader } from './frames'
import type { Member } from './member'

function silentMember() {
  const terminate = vi.fn()
  const member = { user: {}, token: '', translate: String, send: () => undefined, isOpen: true, terminate }
  return { member: member as unknown as Member, terminate }
}

describe('frames that wait to be served', () => {
  it('are counted by their bytes: few long ones break the connection as many short ones do', () => {
    const reader = createFrameReader(consoleLog)
    const { member, terminate } = silentMember()
    const long = JSON.stringify({ method: 'heartBeat', filling: '水'.repeat(SOCKET_LIMITS.in / 12) })
    for (let count = 0; count < 3; count += 1) reader.hear(member, long)
    expect(terminate).not.toHaveBeenCalled()
    reader.hear(member, long)
    expect(terminate).toHaveBeenCalled()
  })

  it('make room for others once they are served', async () => {
    const reader = createFrameReader(consoleLog)
    const { member, terminate } = silentMember()
    const long = JSON.stringify({ method: 'heartBeat', filling: 'x'.repeat(SOCKET_LIMITS.in / 2) })
    for (let count = 0; count < 5; count += 1) {
      reader.hear(member, long)
      await new Promise(setImmediate)
    }
    expect(terminate).not.toHaveBeenCalled()
  })
})
