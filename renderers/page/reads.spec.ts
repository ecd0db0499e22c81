import { compileNode } from '@runtime/page'
import { describe, expect, it } from 'vitest'
import { readsOf } from './reads'

const reads = (node: object) => readsOf(compileNode(node))
const NOTHING = { page: [], data: false }

describe('what a node reads of its page', () => {
  it.each([
    ['nothing', { node: 'text', text: '@common.add' }, NOTHING],
    [
      'members of the page',
      { node: 'text', text: '${page.a.b} ${page.c}' },
      { page: ['a', 'c'], data: false },
    ],
    [
      'what decides whether it is seen',
      { node: 'stack', visible: 'page.open', items: [] },
      { page: ['open'], data: false },
    ],
    ['sources', { node: 'text', text: '${COUNT(data.rows)}' }, { page: [], data: true }],
    ['the project', { node: 'text', text: '${project.id}' }, { page: [], data: true }],
    ['the row around', { node: 'text', text: '${row.name}' }, NOTHING],
    [
      'words of its parts',
      {
        node: 'tabs',
        items: [{ title: '${page.a}', visible: 'page.b', body: { node: 'text', text: '${page.c}' } }],
      },
      { page: ['a', 'b'], data: false },
    ],
    [
      'nothing of what its steps read when they run',
      { node: 'button', text: 'x', disabled: 'page.off', do: { set: { 'page.count': '${page.count + 1}' } } },
      { page: ['off'], data: false },
    ],
    [
      'nothing for the nodes inside, which read for themselves',
      { node: 'card', title: 'x', body: { node: 'text', text: '${page.c}' } },
      NOTHING,
    ],
  ])('is %s', (_what, node, expected) => {
    expect(reads(node)).toEqual(expected)
  })

  it('may be anything where it reads the page as a whole, a form, or draws by another document', () => {
    const anything = { page: null, data: true }
    expect(reads({ node: 'text', text: '${JSON(page)}' })).toEqual(anything)
    expect(reads({ node: 'text', text: '${form.name}' })).toEqual(anything)
    expect(reads({ node: 'list', list: 'a.list.json', source: 'rows' })).toEqual(anything)
  })
})
