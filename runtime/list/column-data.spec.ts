import { readdirSync, readFileSync } from 'node:fs'
import { compileFormData } from '@runtime/form'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { compileColumnData, ListError, UnsupportedListError } from './index'

type Json = Record<string, unknown>
const field = (jnpfKey: string, name: string, config: Json = {}, members: Json = {}): Json => ({
  __config__: { jnpfKey, label: `标签${name}`, ...config },
  __vModel__: name,
  ...members,
})
const form = compileFormData(
  {
    fields: [
      field('input', 'name'),
      field('inputNumber', 'price', {}, { thousands: true }),
      field('datePicker', 'day'),
      field('select', 'kind', { dataType: 'dictionary', dictionaryType: 'crop' }, { multiple: true }),
      field('divider', ''),
      field('table', 'items', { children: [field('input', 'part'), field('inputNumber', 'count')] }),
      field('relationForm', 'other'),
    ],
  },
  { id: 'm', catalogue },
)
const compile = (columnData: object | string) => compileColumnData(columnData, form, { id: 'm' })
const column = (prop: string, more: Json = {}) => ({ prop, label: prop, ...more })

describe('columnData', () => {
  it('of type 1 becomes columns, search, buttons, paging, order and summary', () => {
    const plan = compile({
      type: 1,
      columnList: [
        column('name', { width: 120, fixed: 'left', align: 'center', sortable: true }),
        column('price', { width: '90px' }),
      ],
      searchList: [column('name', { searchType: 2 }), column('day', { searchType: 3 })],
      btnsList: [
        { value: 'add', label: '新增' },
        { value: 'batchRemove', label: '清空所选' },
      ],
      columnBtnsList: [{ value: 'edit' }, { value: 'remove' }, { value: 'detail' }],
      defaultSidx: 'day',
      sort: 'asc',
      showSummary: true,
      summaryField: ['price'],
      pageSize: 30,
      useBtnPermission: true,
    })
    expect(plan).toMatchObject({
      kind: 'plain',
      columns: [
        { path: 'name', width: 120, fixed: 'left', align: 'center', sortable: true, thousands: false },
        { path: 'price', width: 90, align: 'left', sortable: false, thousands: true },
      ],
      search: [
        { path: 'name', operator: 'contains', multiple: false, defaultValue: null },
        { path: 'day', operator: 'between', defaultValue: [] },
      ],
      toolbar: [
        { value: 'add', code: 'btn_add', label: '@list.add' },
        { value: 'batchRemove', code: 'btn_batchRemove', label: '清空所选', danger: true },
      ],
      row: [{ value: 'edit' }, { value: 'remove' }, { value: 'detail' }],
      paging: { pageSize: 30, sizes: [20, 30, 50, 100, 500] },
      sort: { field: 'day', order: 'asc' },
      summary: ['price'],
      selection: true,
      superQuery: true,
      permissions: { buttons: true, columns: false, form: false, data: false },
      losses: [],
    })
    expect(plan.queryable.map((one) => one.path)).toEqual([
      'name',
      'price',
      'day',
      'kind',
      'items.part',
      'items.count',
    ])
  })

  it('reads a text as well as an object, and nothing as an empty list', () => {
    const source = { columnList: [column('name')], hasPage: false, hasSuperQuery: false }
    const { form: _, ...plan } = compile(JSON.stringify(source))
    expect(plan).toEqual((({ form: __, ...rest }) => rest)(compile(source)))
    expect(plan).toMatchObject({ paging: null, superQuery: false, sort: null })
    expect(compile('').columns).toEqual([])
    expect(() => compile('{')).toThrow(ListError)
    expect(() => compile('[]')).toThrow(ListError)
  })

  it('keeps the columns of a sub-table together under its name, and fixed ones out of headers', () => {
    const plan = compile({
      columnList: [
        column('items-count'),
        column('name', { fixed: 'left' }),
        column('day'),
        column('items-part', { label: 'Table-Child' }),
      ],
      complexHeaderList: [
        { id: 'h', fullName: '基本', align: 'left', childColumns: ['name', 'day', 'gone'] },
        { id: 'e', fullName: '空', childColumns: ['name'] },
      ],
    })
    expect(plan.columns.map((one) => one.path)).toEqual(['items.count', 'items.part', 'name', 'day'])
    expect(plan.columns[1]?.label).toBe('标签part')
    expect(plan.headers).toEqual([
      { id: 'h', label: '基本', align: 'left', columns: ['day'] },
      { id: 'items', label: '标签items', align: 'center', columns: ['items.count', 'items.part'] },
    ])
  })

  it('of type 2 has a tree; without its field or source it stays a plain list and says so', () => {
    const tree = {
      type: 2,
      columnList: [column('name')],
      treeRelation: 'kind',
      treeDictionary: 'crop',
      treeTitle: '作物',
    }
    expect(compile(tree)).toMatchObject({
      kind: 'left-tree',
      tree: {
        title: '作物',
        source: { kind: 'dictionary', type: 'crop' },
        field: 'kind',
        value: 'id',
        label: 'fullName',
      },
    })
    const api = {
      ...tree,
      treeDataSource: 'api',
      treePropsUrl: 'i',
      treePropsValue: 'v',
      treeSynType: 1,
      treeInterfaceId: 'j',
    }
    expect(compile(api).tree).toMatchObject({
      value: 'v',
      source: { kind: 'interface', id: 'i', lazy: { id: 'j', params: [] } },
    })
    expect(compile({ ...tree, treeDataSource: 'organize' }).tree?.source).toEqual({ kind: 'organize' })
    for (const [broken, pointer] of [
      [{ ...tree, treeRelation: 'gone' }, '/treeRelation'],
      [{ ...tree, treeDictionary: '' }, '/treeDictionary'],
      [{ ...tree, treeDataSource: 'dbTable', treeDbTable: 'base_x' }, '/treeDataSource'],
    ] as const) {
      const plan = compile(broken)
      expect([plan.kind, plan.tree]).toEqual(['plain', undefined])
      expect(plan.losses.map((loss) => loss.pointer)).toEqual([pointer])
    }
  })

  it('of types 3, 4 and 5 is refused by name, an unknown type as unknown', () => {
    for (const [type, text] of [
      [3, '@list.groupedNotYet'],
      ['4', '@list.inlineNotYet'],
      [5, '@list.treeTableNotYet'],
    ] as const) {
      expect(() => compile({ type })).toThrow(UnsupportedListError)
      expect(() => compile({ type })).toThrow(expect.objectContaining({ text, pointer: '/type' }))
    }
    expect(() => compile({ type: 9 })).toThrow(
      expect.objectContaining({ name: 'ListError', text: '@list.unknownType' }),
    )
  })

  it('of version 3.1, without search types, is searched as its designer would', () => {
    const bare = (jnpfKey: string, name: string) => ({ ...field(jnpfKey, name), value: '' })
    const plan = compile({
      columnList: [{ label: '名称', prop: 'name', align: 'left', width: '' }],
      searchList: [
        bare('comInput', 'name'),
        bare('numInput', 'price'),
        bare('date', 'day'),
        bare('select', 'kind'),
      ],
    })
    expect(plan.search.map((one) => [one.path, one.operator, one.multiple])).toEqual([
      ['name', 'contains', false],
      ['price', 'between', false],
      ['day', 'between', false],
      ['kind', 'equals', true],
    ])
    expect(plan.columns[0]).not.toHaveProperty('width')
    expect(plan.losses).toEqual([])
  })

  it('of version 3.6 orders by its first configured field', () => {
    const plan = compile({
      columnList: [],
      defaultSortConfig: [
        { field: 'price', sort: 'asc' },
        { field: 'name', sort: 'desc' },
      ],
    })
    expect(plan.sort).toEqual({ field: 'price', order: 'asc' })
    expect(plan.losses).toEqual([{ pointer: '/defaultSortConfig/1', message: '@list.oneSortOnly' }])
  })

  it('tells what it leaves out', () => {
    const plan = compile({
      columnList: [column('gone'), column('items')],
      searchList: [column('other'), column('gone')],
      btnsList: [{ value: 'upload', label: '导入' }],
      columnBtnsList: [{ value: 'constructor' }],
      customBtnsList: [{ value: 'btn_x', label: '自定义' }],
      defaultSidx: 'items-part',
      showSummary: true,
      summaryField: ['gone'],
      printIds: ['p'],
      funcs: {
        rowStyle: '({ row }) => {\n return 1\n}',
        cellStyle: '({ row }) => {\n // nothing\n}',
        afterOnload: '',
      },
    })
    expect(plan.losses.map((loss) => loss.pointer).sort()).toEqual(
      [
        '/columnList/0',
        '/columnList/1',
        '/searchList/0',
        '/searchList/1',
        '/btnsList/0',
        '/columnBtnsList/0',
        '/customBtnsList/0',
        '/defaultSidx',
        '/summaryField/0',
        '/printIds',
        '/funcs/rowStyle',
      ].sort(),
    )
    expect([plan.columns, plan.search, plan.toolbar, plan.row]).toEqual([[], [], [], []])
  })

  it('has a permanent filter, which is never dropped in silence', () => {
    const rule = (item: Json) => ({
      ruleList: { matchLogic: 'and', conditionList: [{ logic: 'and', groups: [item] }] },
    })
    expect(compile(rule({ field: 'price', symbol: '>', fieldValue: 3, fieldValueType: 2 })).filter).toEqual({
      kind: 'test',
      path: 'price',
      operator: 'greater',
      value: 3,
    })
    expect(compile({ ruleList: [] }).filter).toBeNull()
    expect(() => compile(rule({ field: 'gone', symbol: '>', fieldValue: 3 }))).toThrow(
      expect.objectContaining({
        text: '@list.unknownField',
        pointer: '/ruleList/conditionList/0/groups/0/field',
      }),
    )
    expect(() => compile(rule({ field: 'price', symbol: '>', fieldValue: 3, fieldValueType: 1 }))).toThrow(
      ListError,
    )
    expect(() => compile({ ruleList: 'broken' })).toThrow(ListError)
  })

  it('has its sentences in every language', () => {
    const messages = JSON.parse(readFileSync('schemas/locales/list.json', 'utf8')) as Record<string, object>
    const sources = readdirSync('runtime/list', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!spec)\.ts$/.test(name),
    )
    const used = sources.flatMap((name) =>
      [...readFileSync(`runtime/list/${name}`, 'utf8').matchAll(/'@list\.(\w+)'/g)].map(
        (match) => match[1] ?? '',
      ),
    )
    expect(used.length).toBeGreaterThan(20)
    for (const key of used) expect(Object.keys(messages[key] ?? {}), key).toEqual(['zh', 'zhtw', 'en'])
  })
})
