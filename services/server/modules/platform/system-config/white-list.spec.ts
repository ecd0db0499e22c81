import { describe, expect, it } from 'vitest'
import { readWhiteList } from './white-list'

describe('a white list', () => {
  it('admits addresses, ranges and stars, and an IPv4 address dressed as an IPv6 one', () => {
    const list = readWhiteList('192.168.1.7\n10.1.0.0/16，172.16.*.*; 2001:db8::/32')
    expect(list.wrong).toEqual([])
    for (const ip of ['192.168.1.7', '::ffff:192.168.1.7', '10.1.255.1', '172.16.9.9', '2001:db8::5'])
      expect(list.admits(ip), ip).toBe(true)
    for (const ip of ['192.168.1.8', '10.2.0.1', '172.17.0.1', '2001:db9::1', '', 'x', '192.168.1.7 '])
      expect(list.admits(ip), ip).toBe(false)
  })

  it('names what is no address', () => {
    const wrong = [
      '192.168.1',
      '300.1.1.1',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '*.*.*.*',
      '1.2.*',
      'host',
      '10.0.0.0/',
    ]
    expect(readWhiteList(wrong.join('\n')).wrong).toEqual(wrong)
  })

  it('that is empty admits nobody', () => {
    expect(readWhiteList(' ').admits('127.0.0.1')).toBe(false)
  })
})
