import { describe, expect, it, vi } from 'vitest'
import { NameCache } from './name-cache'
import type { NameSource } from './named'

const users: NameSource = { kind: 'people', of: 'user' }
const areas: NameSource = { kind: 'area' }

describe('NameCache', () => {
  it('asks once for all that is wanted in one turn, and never again for what it knows', async () => {
    const resolve = vi.fn(async (requests: readonly { readonly ids: readonly string[] }[]) =>
      requests.map(({ ids }) => ids.filter((id) => id !== 'gone').map((id) => ({ id, text: `name ${id}` }))),
    )
    const nameCache = new NameCache(resolve)
    await Promise.all([
      nameCache.load(users, ['a', 'b']),
      nameCache.load(users, ['b', 'gone']),
      nameCache.load(areas, ['65']),
    ])
    expect(resolve.mock.calls.map(([requests]) => requests)).toEqual([
      [
        { source: users, ids: ['a', 'b', 'gone'] },
        { source: areas, ids: ['65'] },
      ],
    ])
    expect(nameCache.lookup(users, 'b')).toEqual({ id: 'b', text: 'name b' })
    expect(nameCache.lookup(users, 'gone')).toBeNull()
    expect(nameCache.lookup(users, 'never asked')).toBeUndefined()
    await nameCache.load(users, ['a', 'gone'])
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  it('waits for what is on its way instead of asking for it again', async () => {
    let answer: (named: { id: string; text: string }[][]) => void = () => undefined
    const resolve = vi.fn(() => new Promise<{ id: string; text: string }[][]>((given) => (answer = given)))
    const nameCache = new NameCache(resolve)
    const first = nameCache.load(users, ['a'])
    await Promise.resolve()
    const second = nameCache.load(users, ['a'])
    await Promise.resolve()
    expect(resolve).toHaveBeenCalledOnce()
    answer([[{ id: 'a', text: 'A' }]])
    await Promise.all([first, second])
    expect(nameCache.lookup(users, 'a')?.text).toBe('A')
  })

  it('forgets a failed request, so that the next asking tries again', async () => {
    const resolve = vi
      .fn()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValueOnce([[{ id: 'a', text: 'A' }]])
    const nameCache = new NameCache(resolve)
    await expect(nameCache.load(users, ['a'])).rejects.toThrow('offline')
    await nameCache.load(users, ['a'])
    expect(nameCache.lookup(users, 'a')?.text).toBe('A')
  })

  it('remembers what a person chose and tells those who follow', () => {
    const nameCache = new NameCache(vi.fn())
    const heard = vi.fn()
    nameCache.subscribe(heard)
    nameCache.remember(users, [{ id: 'a', text: '王小田' }])
    expect(heard).toHaveBeenCalledOnce()
    expect(nameCache.lookup(users, 'a')?.text).toBe('王小田')
  })
})
