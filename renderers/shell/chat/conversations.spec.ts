import { describe, expect, it, vi } from 'vitest'
import { CONVERSATION, FIRST_TIME, fakeLive, kept, received } from '../specs/fake-live'
import { createConversations } from './conversations'

const settled = () => new Promise((resolve) => setTimeout(resolve))
const OTHER = { ...CONVERSATION, id: 'wang', realName: '王敏', latestDate: FIRST_TIME + 500 }

function opened(list: readonly unknown[] = [OTHER, CONVERSATION]) {
  const fake = fakeLive()
  const call = vi.fn(async (_name: string, _input?: Readonly<Record<string, unknown>>) => ({
    data: { list },
    msg: '',
  }))
  const conversations = createConversations(fake.live, call)
  const names = () => conversations.state.list.map(({ realName }) => realName)
  return { fake, call, conversations, names }
}

describe('the list of conversations', () => {
  it('puts the one with the latest message first, with what was said and what is unread', async () => {
    const { fake, conversations, names } = opened()
    fake.open()
    await conversations.load()
    expect(names()).toEqual(['王敏', '林海'])
    fake.tellNext('receiveMessage', received(9, '水到了', 3))
    expect(names()).toEqual(['林海', '王敏'])
    expect(conversations.state.list[0]).toMatchObject({ latestMessage: '水到了', department: '灌溉一队' })
    expect(conversations.state.unread).toEqual({ lin: 3 })
  })

  it('follows what the person says on another device', async () => {
    const { fake, conversations, names } = opened([])
    fake.open()
    await conversations.load()
    fake.tellNext('sendMessage', kept(1, { method: 'SendMessage', messageContent: '来了' }))
    expect(names()).toEqual(['林海'])
    expect(conversations.state.list[0]?.latestMessage).toBe('来了')
    expect(conversations.state.unread).toEqual({})
  })

  it('does not lose what comes while the list is being fetched', async () => {
    const { fake, conversations, names } = opened()
    fake.open()
    const loading = conversations.load()
    fake.tellNext('receiveMessage', received(9, '水到了'))
    await loading
    expect(names()).toEqual(['林海', '王敏'])
    expect(conversations.state.list[0]?.latestMessage).toBe('水到了')
  })

  it('is fetched again with every new connection, and keeps what it has when that fails', async () => {
    const { fake, call, conversations, names } = opened()
    fake.open()
    await conversations.load()
    fake.cut()
    call.mockRejectedValueOnce(new Error('no way'))
    fake.open()
    await settled()
    expect(call).toHaveBeenCalledTimes(2)
    expect([names(), conversations.state.state]).toEqual([['王敏', '林海'], 'ready'])
  })

  it('counts unread messages as the server does, before the list has ever been opened', () => {
    const { fake, conversations } = opened()
    fake.open({ unreadNums: [{ sendUserId: 'lin', unreadNum: 4 }] })
    expect(conversations.state.unread).toEqual({ lin: 4 })
    fake.tellNext('chatRead', { formUserId: 'lin' })
    expect(conversations.state.unread).toEqual({})
  })

  it('removes and clears on every device', async () => {
    const { fake, call, conversations, names } = opened()
    fake.open()
    await conversations.load()
    fake.tellNext('chatCleared', { userId: 'wang' })
    expect(conversations.state.list[0]?.latestMessage).toBe('')
    fake.tellNext('chatRemoved', { userId: 'wang' })
    expect(names()).toEqual(['林海'])
    await conversations.remove('lin')
    expect(call).toHaveBeenLastCalledWith('chat.remove', { id: 'lin' })
    expect(names()).toEqual([])
  })

  it('knows who is there', () => {
    const { fake, conversations } = opened()
    fake.open({ onlineUsers: ['lin'] })
    fake.tell('Online', { userId: 'wang' })
    fake.tell('Offline', { userId: 'lin' })
    expect(conversations.state.online).toEqual({ wang: true })
  })
})
