import { readdirSync, readFileSync } from 'node:fs'
import { compileFormData } from '@runtime/form'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { compileColumnData, decodeQuery, ListError } from './index'

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
      field('sign', 'other'),
    ],
  },
  { id: 'm', catalogue },
)
const compile = (columnData: object | string) => compileColumnData(columnData, form, { id: 'm' })
const column = (prop: string, more: Json = {}) => ({ prop, label: prop, ...more })

describe('columnData', () => {
  it('that nobody has designed shows and searches the first fields of the form', () => {
    const plan = compile('')
    expect(plan.columns.map(({ path }) => path)).toEqual(['name', 'price', 'day', 'kind'])
    expect(plan.search.map(({ path, operator }) => [path, operator])).toEqual([
      ['name', 'contains'],
      ['price', 'between'],
      ['day', 'between'],
    ])
    expect([plan.toolbar, plan.row].map((buttons) => buttons.map(({ value }) => value))).toEqual([
      ['add', 'batchRemove'],
      ['edit', 'remove', 'detail'],
    ])
    expect(plan.losses).toEqual([])
  })

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
        { value: 'add', code: 'btn_add', text: expect.objectContaining({ source: '@list.add' }) },
        {
          value: 'batchRemove',
          code: 'btn_batchRemove',
          text: expect.objectContaining({ source: '清空所选' }),
          danger: true,
        },
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
    expect(compile({}).columns).toEqual([])
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

  it('of type 3 takes the group field out of the columns and has no pages', () => {
    const plan = compile({
      type: 3,
      groupField: 'kind',
      columnList: [column('kind', { width: 80 }), column('name'), column('day')],
      complexHeaderList: [{ id: 'h', fullName: '基本', childColumns: ['name', 'day'] }],
      hasPage: true,
      pageSize: 50,
    })
    expect(plan).toMatchObject({ kind: 'grouped', nested: true, paging: null, headers: [], losses: [] })
    expect(plan.columns.map(({ path }) => path)).toEqual(['name', 'day'])
    expect(plan.group).toMatchObject({ path: 'kind', label: 'kind', width: 80 })
    const unlisted = compile({ type: 3, groupField: 'kind', columnList: [column('name')] })
    expect(unlisted.group).toMatchObject({ path: 'kind', label: '标签kind' })
  })

  it('of type 4 is edited in place, with pages and headers', () => {
    const plan = compile({
      type: 4,
      columnList: [column('name'), column('day')],
      complexHeaderList: [{ id: 'h', fullName: '基本', childColumns: ['name', 'day'] }],
    })
    expect(plan).toMatchObject({ kind: 'inline', nested: false, paging: { pageSize: 20 }, losses: [] })
    expect(plan.headers.map(({ id }) => id)).toEqual(['h'])
  })

  it('of type 5 knows its parent and offers to add a row below to those who may add', () => {
    const source = {
      type: 5,
      parentField: 'kind',
      columnList: [column('name')],
      columnBtnsList: [{ value: 'edit' }],
    }
    const plan = compile({ ...source, subField: 'name', treeLazyType: 1, btnsList: [{ value: 'add' }] })
    expect(plan).toMatchObject({
      kind: 'tree-table',
      nested: true,
      paging: null,
      parents: { field: 'kind', key: 'name', lazy: true },
      row: [{ value: 'addChild', code: 'btn_add' }, { value: 'edit' }],
      losses: [],
    })
    const bare = compile({ ...source, subField: 'id' })
    expect(bare.parents).toEqual({ field: 'kind', key: null, lazy: false })
    expect(bare.row.map(({ value }) => value)).toEqual(['edit'])
  })

  it('of types 3 and 5 without their field stays a plain list and says so', () => {
    for (const [source, pointer] of [
      [{ type: 3, groupField: 'gone' }, '/groupField'],
      [{ type: 3, groupField: 'items-part' }, '/groupField'],
      [{ type: '5' }, '/parentField'],
      [{ type: 5, parentField: 'items-part' }, '/parentField'],
    ] as const) {
      const plan = compile({ ...source, columnList: [column('name')] })
      expect(plan).toMatchObject({ kind: 'plain', nested: false, paging: { pageSize: 20 } })
      expect(plan.losses.map((loss) => loss.pointer)).toEqual([pointer])
    }
  })

  it('of an unknown type is refused', () => {
    for (const type of [0, 9, 'constructor'])
      expect(() => compile({ type })).toThrow(
        expect.objectContaining({ name: 'ListError', text: '@list.unknownType', pointer: '/type' }),
      )
  })

  it('gives rows the buttons of the model’s own: a form to fill, an interface to call, a script to run', () => {
    const plan = compile({
      columnList: [],
      customBtnsList: [
        {
          value: 'btn_a1',
          label: '派工',
          event: {
            btnType: 1,
            modelId: 'work-order',
            popupTitle: '派工单',
            popupType: 'drawer',
            popupWidth: '800px',
            formOptions: [
              { currentField: 'name', field: 'title' },
              { currentField: 'id', field: 'source' },
              { currentField: 'gone', field: 'x' },
            ],
          },
        },
        {
          value: 'btn_b2',
          label: '上报',
          event: {
            btnType: '3',
            interfaceId: 'report',
            useConfirm: true,
            confirmTitle: '现在上报吗？',
            templateJson: [
              { field: 'who', value: 'name', type: 1 },
              { field: 'kind', value: 'fast', parameterSource: 2 },
              { field: 'none', value: 'x', type: 3 },
              { field: 'lost', value: 'gone', type: 1 },
            ],
          },
        },
        { value: 'btn_c3', label: '脚本', event: { btnType: 2, func: '({ data }) => { alert(data) }' } },
        { value: 'btn_d4', label: '空', event: { btnType: 1 } },
      ],
    })
    expect(plan.row).toEqual([
      {
        key: 'custom-1',
        value: 'btn_a1',
        code: 'btn_a1',
        text: expect.objectContaining({ source: '派工' }),
        custom: {
          kind: 'form',
          confirm: null,
          modelId: 'work-order',
          title: '派工单',
          popup: 'drawer',
          width: '800px',
          fields: [
            { from: 'name', to: 'title' },
            { from: 'id', to: 'source' },
          ],
        },
      },
      {
        key: 'custom-2',
        value: 'btn_b2',
        code: 'btn_b2',
        text: expect.objectContaining({ source: '上报' }),
        custom: {
          kind: 'interface',
          confirm: '现在上报吗？',
          id: 'report',
          params: [
            { name: 'who', from: { field: 'name' } },
            { name: 'kind', from: { value: 'fast' } },
            { name: 'none', from: { value: '' } },
            { name: 'lost', from: { value: '' } },
          ],
        },
      },
      {
        key: 'custom-3',
        value: 'btn_c3',
        code: 'btn_c3',
        text: expect.objectContaining({ source: '脚本' }),
        custom: { kind: 'script', confirm: null, source: '({ data }) => { alert(data) }' },
      },
    ])
    expect(plan.losses.map(({ pointer }) => pointer)).toEqual(['/customBtnsList/3'])
  })

  it('searches times that the system writes by dates, and tells of what is searched otherwise than asked', () => {
    const made = compileFormData(
      { fields: [field('createTime', 'made'), field('createUser', 'maker'), field('input', 'name')] },
      { id: 'm', catalogue },
    )
    const searchList = [
      column('made', { searchType: 3 }),
      column('maker', { searchType: 1, searchMultiple: true }),
      column('name', { searchType: 3 }),
    ]
    const plan = compileColumnData({ searchList }, made, { id: 'm' })
    expect(plan.search.map(({ operator, field: { widget } }) => [operator, widget])).toEqual([
      ['between', 'date-picker'],
      ['equals', 'open-data'],
      ['equals', 'input'],
    ])
    expect(plan.losses.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/searchList/1/searchMultiple', '@list.searchOne'],
      ['/searchList/2/searchType', '@list.searchKind'],
    ])
    const day = Date.UTC(2026, 0, 2)
    const asked = decodeQuery(plan, { made: [day, null] }, 'Asia/Shanghai')
    expect(asked).toMatchObject({ of: [{ operator: 'between', value: ['2026-01-02 08:00:00', null] }] })
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

  it('prints several records where it has the button', () => {
    const plan = compile({ btnsList: [{ value: 'batchPrint', label: '批量打印' }], printIds: ['t1', 't2'] })
    expect(plan.toolbar).toEqual([
      {
        key: 'toolbar-1',
        value: 'batchPrint',
        code: 'btn_batchPrint',
        text: expect.objectContaining({ source: '@list.batchPrint' }),
        icon: 'Printer',
      },
    ])
    expect([plan.printIds, plan.selection, plan.losses]).toEqual([['t1', 't2'], true, []])
    expect(compile({}).printIds).toEqual([])
  })

  it('tells what it leaves out', () => {
    const plan = compile({
      columnList: [column('gone'), column('items')],
      searchList: [column('other'), column('gone')],
      btnsList: [{ value: 'sign', label: '签章' }],
      columnBtnsList: [{ value: 'constructor' }],
      customBtnsList: [{ value: 'btn_x', label: '自定义' }],
      defaultSidx: 'items-part',
      showSummary: true,
      summaryField: ['gone'],
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
      ].sort(),
    )
    expect([plan.columns, plan.search, plan.toolbar, plan.row]).toEqual([[], [], [], []])
    expect(plan.scripts).toEqual({ rowStyle: '({ row }) => {\n return 1\n}' })
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
