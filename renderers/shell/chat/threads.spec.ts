import { describe, expect, it, vi } from 'vitest'
import { fakeLive, kept, messageOf, received } from '../specs/fake-live'
import { createThreads, FIRST_PAGE } from './threads'

function opened() {
  const fake = fakeLive()
  const threads = createThreads(fake.live, () => 'me')
  fake.open()
  /** Answers the last question for history. */
  const answer = (list: readonly unknown[]) => {
    const requestId = fake.sentOf('MessageList').at(-1)?.['requestId']
    const pagination = { total: list.length, currentPage: 1, pageSize: FIRST_PAGE }
    fake.tell('messageList', { toUserId: 'lin', requestId, keyword: '', list, pagination })
  }
  const shown = () => threads.of('lin').messages.map(({ content }) => content)
  return { fake, threads, answer, shown }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))
const pageOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => messageOf(to - index, 'lin'))

describe('the messages of a conversation', () => {
  it('begins with 30, oldest first, and goes back from the oldest', async () => {
    const { fake, threads, answer, shown } = opened()
    void threads.load('lin')
    expect(fake.sentOf('MessageList')).toMatchObject([{ toUserId: 'lin', pageSize: 30, sord: 'desc' }])
    answer(pageOf(31, 60))
    await settled()
    expect(shown()).toEqual(Array.from({ length: 30 }, (_, index) => `第${31 + index}条`))
    expect(threads.of('lin').complete).toBe(false)
    void threads.loadOlder('lin')
    expect(fake.sentOf('MessageList').at(-1)).toMatchObject({ beforeId: '000031' })
    answer(pageOf(25, 30))
    await settled()
    expect(shown().slice(0, 7)).toEqual([
      '第25条',
      '第26条',
      '第27条',
      '第28条',
      '第29条',
      '第30条',
      '第31条',
    ])
    expect(threads.of('lin').complete).toBe(true)
  })

  it('shows what a page and a frame both bring once, and in its place', async () => {
    const { fake, threads, answer, shown } = opened()
    void threads.load('lin')
    fake.tellNext('receiveMessage', received(4))
    answer([messageOf(4, 'lin'), messageOf(3, 'me'), messageOf(2, 'lin')])
    await settled()
    fake.tellNext('receiveMessage', received(5))
    expect(shown()).toEqual(['第2条', '第3条', '第4条', '第5条'])
  })

  it('passes over what is heard a second time after a lost connection, and misses nothing', async () => {
    const { fake, threads, answer, shown } = opened()
    void threads.load('lin')
    answer([])
    await settled()
    fake.tellNext('receiveMessage', received(1))
    fake.cut()
    fake.tell('receiveMessage', { seq: 1, ...received(1) })
    fake.tellNext('receiveMessage', received(2))
    fake.open()
    expect(shown()).toEqual(['第1条', '第2条'])
  })

  it('fetches anew what it shows when more was missed than is kept', async () => {
    const { fake, threads, answer, shown } = opened()
    void threads.load('lin')
    answer([messageOf(1, 'lin')])
    await settled()
    fake.cut()
    fake.open({ isReset: true, seq: 900 })
    answer([messageOf(700, 'lin'), messageOf(699, 'lin')])
    await settled()
    expect(shown()).toEqual(['第699条', '第700条'])
  })

  it('is empty once it has been cleared, and stays so when an older page still comes', async () => {
    const { fake, threads, answer, shown } = opened()
    void threads.load('lin')
    fake.tellNext('chatCleared', { userId: 'lin' })
    answer([messageOf(1, 'lin')])
    await settled()
    expect(shown()).toEqual([])
    fake.tellNext('receiveMessage', received(2))
    expect(shown()).toEqual(['第2条'])
  })
})

describe('what is said', () => {
  it('is on its way until the server has kept it, and then stands once among the messages', async () => {
    const { fake, threads, answer, shown } = opened()
    void threads.load('lin')
    answer([])
    await settled()
    threads.post('lin', { kind: 'text', text: '去看三号阀' })
    expect(threads.of('lin').outgoing).toMatchObject([{ shown: '去看三号阀', state: 'sending' }])
    fake.tellNext('sendMessage', kept(1, fake.sentOf('SendMessage')[0]))
    await settled()
    expect(shown()).toEqual(['去看三号阀'])
    expect(threads.of('lin').outgoing).toEqual([])
  })

  it('waits for a connection, under one name, and in order', async () => {
    const { fake, threads } = opened()
    fake.cut()
    threads.post('lin', { kind: 'text', text: '一' })
    threads.post('lin', { kind: 'text', text: '二' })
    expect(fake.sentOf('SendMessage')).toEqual([])
    fake.open()
    fake.cut()
    fake.open()
    const again = fake.sentOf('SendMessage')
    expect(again.map(({ messageContent }) => messageContent)).toEqual(['一', '一'])
    expect(again[0]?.['clientId']).toBe(again[1]?.['clientId'])
    fake.tellNext('sendMessage', kept(1, again[0]))
    expect(fake.sentOf('SendMessage').at(-1)).toMatchObject({ messageContent: '二' })
  })

  it('says why it failed, and is said after the others when it is tried again', async () => {
    const { fake, threads } = opened()
    threads.post('lin', { kind: 'text', text: '一' })
    const refused = fake.sentOf('SendMessage')[0]
    fake.tell('refused', {
      code: 400,
      msg: '对方已停用',
      frame: 'SendMessage',
      clientId: refused?.['clientId'],
    })
    await settled()
    threads.post('lin', { kind: 'text', text: '二' })
    const [failed] = threads.of('lin').outgoing
    expect(failed).toMatchObject({ shown: '一', state: 'failed', reason: '对方已停用' })
    threads.retry('lin', failed?.key ?? 0)
    expect(threads.of('lin').outgoing.map(({ shown, state }) => [shown, state])).toEqual([
      ['二', 'sending'],
      ['一', 'sending'],
    ])
    threads.discard('lin', failed?.key ?? 0)
    expect(threads.of('lin').outgoing.map(({ shown }) => shown)).toEqual(['二'])
  })

  it('sends a picture first and then its name; one that fails to be sent is not said', async () => {
    const { fake, threads } = opened()
    const upload = vi.fn().mockRejectedValueOnce(new Error('文件不能超过 5M')).mockResolvedValue('a1.png')
    threads.post('lin', { kind: 'image', preview: 'blob:x', width: 40, height: 30, upload })
    await settled()
    expect(fake.sentOf('SendMessage')).toEqual([])
    const [failed] = threads.of('lin').outgoing
    expect(failed).toMatchObject({ state: 'failed', reason: '文件不能超过 5M' })
    threads.retry('lin', failed?.key ?? 0)
    await settled()
    expect(fake.sentOf('SendMessage')).toMatchObject([
      { messageType: 'image', messageContent: { name: 'a1.png', width: 40, height: 30 } },
    ])
  })
})

it('forgets everything when the session ends', async () => {
  const { fake, threads, answer } = opened()
  void threads.load('lin')
  answer([messageOf(1, 'lin')])
  await settled()
  threads.post('lin', { kind: 'text', text: '一' })
  fake.token.clear()
  await settled()
  expect(threads.state).toEqual({})
})
