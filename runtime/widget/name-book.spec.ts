import { describe, expect, it, vi } from 'vitest'
import { NameBook } from './name-book'
import type { NameSource } from './named'

const users: NameSource = { kind: 'people', of: 'user' }
const areas: NameSource = { kind: 'area' }

describe('NameBook', () => {
  it('asks once for all that is wanted in one turn, and never again for what it knows', async () => {
    const resolve = vi.fn(async (requests: readonly { readonly ids: readonly string[] }[]) =>
      requests.map(({ ids }) => ids.filter((id) => id !== 'gone').map((id) => ({ id, text: `name ${id}` }))),
    )
    const book = new NameBook(resolve)
    await Promise.all([
      book.load(users, ['a', 'b']),
      book.load(users, ['b', 'gone']),
      book.load(areas, ['65']),
    ])
    expect(resolve.mock.calls.map(([requests]) => requests)).toEqual([
      [
        { source: users, ids: ['a', 'b', 'gone'] },
        { source: areas, ids: ['65'] },
      ],
    ])
    expect(book.lookup(users, 'b')).toEqual({ id: 'b', text: 'name b' })
    expect(book.lookup(users, 'gone')).toBeNull()
    expect(book.lookup(users, 'never asked')).toBeUndefined()
    await book.load(users, ['a', 'gone'])
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  it('forgets a failed request, so that the next asking tries again', async () => {
    const resolve = vi
      .fn()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValueOnce([[{ id: 'a', text: 'A' }]])
    const book = new NameBook(resolve)
    await expect(book.load(users, ['a'])).rejects.toThrow('offline')
    await book.load(users, ['a'])
    expect(book.lookup(users, 'a')?.text).toBe('A')
  })

  it('remembers what a person chose and tells those who follow', () => {
    const book = new NameBook(vi.fn())
    const heard = vi.fn()
    book.subscribe(heard)
    book.remember(users, [{ id: 'a', text: '王小田' }])
    expect(heard).toHaveBeenCalledOnce()
    expect(book.lookup(users, 'a')?.text).toBe('王小田')
  })
})
