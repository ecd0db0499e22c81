import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { shippedDocuments } from '../../tests/fixtures/shipped-documents'
import { scopeOf } from '../expression'
import { compileList, ListError } from './index'

const compile = (document: object) => compileList(document, { id: 'l', catalogue })

describe('a list document', () => {
  it('tells its buttons from each other by their place, and lets several need one right', () => {
    const button = (more: object = {}) => ({ text: '改', code: 'btn_edit', do: { reload: 'x' }, ...more })
    const { toolbar, row } = compile({
      columns: [{ path: 'name', label: '名称' }],
      toolbar: [button(), button()],
      row: [button(), button({ value: 'edit' }), button({ code: undefined })],
    })
    const shown = [...toolbar, ...row].map(({ key, value, code }) => [key, value, code])
    expect(shown).toEqual([
      ['toolbar-1', 'edit', 'btn_edit'],
      ['toolbar-2', 'toolbar-2', 'btn_edit'],
      ['row-1', 'row-1', 'btn_edit'],
      ['row-2', 'edit', 'btn_edit'],
      ['row-3', 'row-3', ''],
    ])
  })

  it('becomes columns shown by widgets, search fields and buttons with their steps', () => {
    const plan = compile({
      columns: [
        { path: 'fullName', label: '@common.name', width: 200 },
        {
          path: 'amount',
          label: '数量',
          widget: 'number-input',
          settings: { precision: 2 },
          align: 'right',
          sortable: true,
          priority: 3,
        },
        { path: 'state', label: '状态', widget: 'tag', settings: { 1: 'green' } },
      ],
      headers: [{ label: '组', columns: ['amount', 'state'] }],
      search: [
        { field: { name: 'keyword', widget: 'input', label: '关键词' } },
        {
          field: { name: 'category', widget: 'select', label: '分类', options: ['a'] },
          operator: 'equals',
          multiple: true,
        },
      ],
      toolbar: [
        {
          text: '新增',
          icon: 'Plus',
          code: 'btn_add',
          do: { open: 'item' },
        },
      ],
      row: [
        {
          text: '删除',
          code: 'btn_remove',
          danger: true,
          visible: 'row.id > 1',
          disabled: false,
          do: [{ confirm: 'x' }],
        },
      ],
      paging: { pageSize: 50 },
      nested: true,
    })
    expect(plan.columns).toMatchObject([
      { path: 'fullName', width: 200, align: 'left', sortable: false },
      {
        path: 'amount',
        field: { widget: 'number-input', settings: { precision: 2 } },
        align: 'right',
        sortable: true,
        priority: 3,
      },
      { path: 'state', widget: 'tag', settings: { 1: 'green' } },
    ])
    expect(plan.columns[0]).not.toHaveProperty('field')
    expect(plan.columns[2]).not.toHaveProperty('field')
    expect(plan.search.map((one) => [one.path, one.operator, one.multiple])).toEqual([
      ['keyword', 'contains', false],
      ['category', 'equals', true],
    ])
    expect(plan.toolbar).toEqual([
      {
        key: 'toolbar-1',
        value: 'add',
        text: expect.objectContaining({ source: '新增' }),
        icon: 'Plus',
        code: 'btn_add',
        do: [expect.objectContaining({ verb: 'open', document: { open: 'item' } })],
      },
    ])
    expect(plan.row[0]).toMatchObject({
      key: 'row-1',
      visible: { source: 'row.id > 1' },
      disabled: { source: 'false' },
      danger: true,
    })
    expect(plan).toMatchObject({
      paging: { pageSize: 50, sizes: [20, 50, 100, 500] },
      nested: true,
      headers: [{ columns: ['amount', 'state'] }],
    })
  })

  it('pages by twenty unless it says otherwise', () => {
    const columns = [{ path: 'a', label: 'A' }]
    expect(compile({ columns }).paging).toEqual({ pageSize: 20, sizes: [20, 50, 100, 500] })
    expect(compile({ columns, paging: false }).paging).toBeNull()
    expect(() => compile([])).toThrow(ListError)
  })

  it('of this product compiles', () => {
    const project = shippedDocuments()
    const files = project.files.filter((name) => name.endsWith('.list.json'))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const document = project.check(file)?.content as object
      expect(compile(document).columns.length, file).toBeGreaterThan(0)
    }
  })

  it('keeps two columns of one path apart', () => {
    const columns = [
      { path: 'state', label: '状态' },
      { path: 'state', label: '说明', value: '${row.state} 号' },
    ]
    const plan = compileList({ columns }, { id: 'l', catalogue })
    expect(plan.columns.map(({ id, label }) => [id, label])).toEqual([
      ['state', '状态'],
      ['state~2', '说明'],
    ])
    expect(plan.columns[1]?.value?.evaluate(scopeOf({ row: { state: 7 } }))).toBe('7 号')
  })
})
