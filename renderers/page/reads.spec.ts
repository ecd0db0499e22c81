import { compileForm } from '@runtime/form'
import { compileList } from '@runtime/list'
import { compileNode, compilePage } from '@runtime/page'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { readsOf, readsOfDetail, readsOfDialog, readsOfList, readsOfRows, readsOfSource } from './reads'

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
    ['what stands around the page', { node: 'text', text: '${system.dark}' }, { page: [], data: true }],
    ['nothing of a document that it names', { node: 'list', ref: 'a.list.json', source: 'rows' }, NOTHING],
    [
      'its choice, and the titles of its buttons',
      {
        node: 'tree',
        source: 'rows',
        selected: 'page.chosen',
        checked: 'page.ticked.all',
        menu: [{ text: '${page.a}', do: { reload: ['rows'] } }],
      },
      { page: ['a', 'chosen', 'ticked'], data: false },
    ],
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

  it('may be anything where it reads the page as a whole, or a form', () => {
    const anything = { page: null, data: true }
    expect(reads({ node: 'text', text: '${JSON(page)}' })).toEqual(anything)
    expect(reads({ node: 'text', text: '${form.name}' })).toEqual(anything)
  })
})

describe('what a document in a page reads of it', () => {
  it('is of a list what its words say, and of its rows only what is shown in them', () => {
    const list = compileList(
      {
        columns: [
          { path: 'name', label: '${page.heading}', style: [{ when: 'page.late', tone: 'danger' }] },
          { path: 'sum', label: 'x', value: '${row.a + page.more}' },
        ],
        toolbar: [
          { text: '${page.caption}', code: 'btn_x', do: { set: { 'page.count': '${page.count + 1}' } } },
        ],
        row: [{ text: 'x', code: 'btn_y', visible: 'page.open', do: { reload: ['rows'] } }],
        empty: '${data.rest}',
      },
      { id: 'a', catalogue },
    )
    expect(readsOfRows(list)).toEqual({ page: ['late', 'more', 'open'], data: false })
    const { page, data } = readsOfList(list)
    expect([[...(page ?? [])].sort(), data]).toEqual([['caption', 'heading', 'late', 'more', 'open'], true])
  })

  it('is of a source what it is asked with, and of a dialog what stands in its frame', () => {
    const plan = compilePage(
      {
        title: 'A',
        data: { rows: { call: 'a.rows', with: { of: '${page.kind}' }, when: 'page.open', map: '${row.a}' } },
        dialogs: { edit: { title: '${page.title}', body: { node: 'text', text: '${page.count}' } } },
        body: { node: 'text', text: 'x' },
      },
      { file: 'pages/a.page.json' },
    )
    const source = plan.sources.get('rows')
    const dialog = plan.dialogs.get('edit')
    expect(source && readsOfSource(source)).toEqual({ page: ['kind', 'open'], data: false })
    expect(dialog && readsOfDialog(dialog)).toEqual({ page: ['title'], data: false })
  })

  it('is of a record for reading what its form says, whose own values are no part of the page', () => {
    const plan = compileForm(
      {
        fields: [
          { name: 'a', widget: 'input', label: 'A', visible: 'page.open && form.b == 1' },
          { name: 'b', widget: 'number-input', label: 'B' },
        ],
      },
      { id: 'a', catalogue, file: 'forms/a.form.json' },
    )
    expect(readsOfDetail(plan)).toEqual({ page: ['open'], data: false })
  })
})
