import { describe, expect, it, vi } from 'vitest'
import { MainList } from './main-list'

const pane = (key: string, isShown: boolean) => ({ key, isShown })

describe('the list in the address of a page', () => {
  it('is the first that is drawn', () => {
    const lists = new MainList()
    expect(lists.holds('first', null)).toBe(true)
    expect(lists.holds('second', null)).toBe(false)
    expect(lists.holds('inPane', pane('a', true))).toBe(false)
    expect(lists.holds('first', null)).toBe(true)
  })

  it('is that of the pane which is shown', () => {
    const lists = new MainList()
    expect(lists.holds('logins', pane('login', true))).toBe(true)
    expect(lists.holds('logins', pane('login', false))).toBe(false)
    expect(lists.holds('errors', pane('error', true))).toBe(true)
    expect(lists.holds('beside', pane('error', true))).toBe(false)
    expect(lists.holds('logins', pane('login', true))).toBe(true)
  })

  it('goes from the address once', () => {
    const lists = new MainList()
    const [first, second] = [vi.fn(), vi.fn()]
    const end = lists.enter(first)
    lists.enter(second)
    end()
    lists.leave()
    lists.leave()
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  })
})
