import { describe, expect, it } from 'vitest'
import type { MenuEntry } from './destination'
import { destinationOf, destinations, isFollowed, trailTo, withToken } from './destination'

const entry = (type: number, more: Partial<MenuEntry> = {}): MenuEntry => ({
  id: 'e',
  fullName: 'Entry',
  enCode: 'code',
  type,
  ...more,
})
const property = { propertyJson: '{"moduleId":"m1"}' }

describe('the types of menu entries', () => {
  it.each([
    ['0 directory', entry(0), undefined],
    ['1 group', entry(1), { kind: 'builtIn', path: '/code', view: 'group' }],
    [
      '1 group with a page',
      entry(1, { urlAddress: 'a/b' }),
      { kind: 'page', path: '/code', file: 'pages/a/b.page.json' },
    ],
    ['1 group with children', entry(1, { children: [entry(2, { urlAddress: 'a' })] }), undefined],
    [
      '2 page',
      entry(2, { urlAddress: '/a/b?c=1' }),
      { kind: 'page', path: '/a/b', file: 'pages/a/b.page.json' },
    ],
    ['3 model', entry(3, property), { kind: 'model', path: '/model/code', modelId: 'm1' }],
    ['3 model without its id', entry(3), undefined],
    ['4 dictionary', entry(4, property), { kind: 'builtIn', path: '/dictionary/code', moduleId: 'm1' }],
    ['5 report', entry(5, property), { kind: 'builtIn', path: '/report/code', view: 'report' }],
    [
      '6 view',
      entry(6, { urlAddress: 'https://view.example/' }),
      { kind: 'frame', path: '/view/code', withToken: true },
    ],
    [
      '6 view in a window',
      entry(6, { urlAddress: 'https://view.example/', linkTarget: '_blank' }),
      { kind: 'link', withToken: true },
    ],
    [
      '7 link',
      entry(7, { urlAddress: '/api/docs', linkTarget: '_self' }),
      { kind: 'frame', path: '/link/code' },
    ],
    [
      '7 link in a window',
      entry(7, { urlAddress: 'http://a.example', linkTarget: '_blank' }),
      { kind: 'link', withToken: false },
    ],
    [
      '7 link that names no target',
      entry(7, { urlAddress: 'http://a.example' }),
      { kind: 'link', withToken: false },
    ],
    ['8 portal', entry(8, property), { kind: 'builtIn', path: '/portal/code', view: 'portal' }],
  ])('%s', (_name, given, expected) => {
    if (expected) expect(destinationOf(given)).toMatchObject(expected)
    else expect(destinationOf(given)).toBeUndefined()
  })

  it('are found by their path, with what stands above', () => {
    const leaf = entry(4, { id: 'leaf', ...property })
    const menu = [entry(0, { id: 'top', children: [leaf] })]
    expect(destinations(menu)).toHaveLength(1)
    expect(trailTo(menu, '/dictionary/code').map(({ id }) => id)).toEqual(['top', 'leaf'])
  })
})

describe('addresses', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//elsewhere',
    '/\\elsewhere',
    'file:///etc',
    'http://',
    '',
  ])('does not follow %j', (url) => {
    expect(isFollowed(url)).toBe(false)
    expect(destinationOf(entry(7, { urlAddress: url }))).toBeUndefined()
  })
  it.each(['http://a.example', 'HTTPS://a.example/b?c#d', '/api/docs'])('follows %j', (url) =>
    expect(isFollowed(url)).toBe(true),
  )
  it('carry the token of a view', () => {
    expect(withToken('https://v.example/a', 't&1')).toBe('https://v.example/a?token=t%261')
    expect(withToken('https://v.example/a?b=1#c', 't')).toBe('https://v.example/a?b=1&token=t#c')
    expect(withToken('https://v.example/${token}/x', 't')).toBe('https://v.example/t/x')
  })
})
