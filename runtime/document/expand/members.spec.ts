import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import type { DescribedResource } from '../../resource'
import { type CheckEnvironment, checkDocument } from '../index'

/** A valve of a project: its members are texts, numbers, a switch, a choice and a reference. */
const valve: DescribedResource = {
  title: '阀门',
  dialog: { add: '新建阀门', edit: '编辑阀门' },
  key: 'id',
  name: 'name',
  tag: 'valves',
  right: 'field.valve',
  version: 'rowVersion',
  project: 'projectId',
  none: '没有阀门',
  keyword: '名称、编号',
  calls: { list: 'valve.list', create: 'valve.create', update: 'valve.update', delete: 'valve.delete' },
  acts: { lock: { call: 'valve.lock', accepts: ['id', 'reason'] } },
  accepts: { create: ['name'], update: ['name', 'rowVersion'] },
  titles: {
    name: '名称',
    note: '备注',
    angle: '角度',
    isOn: '开启',
    kind: '类型',
    pipeId: '管道',
    count: '次数',
  },
  rules: {
    name: { type: 'text', maxLength: 50, required: true },
    note: { type: 'text', maxLength: 500, isNullable: true },
    angle: { type: 'integer', minimum: 0, maximum: 360, isNullable: true },
    isOn: { type: 'flag', minimum: 0, maximum: 1 },
    kind: { type: 'text', maxLength: 20, required: true },
    pipeId: { type: 'text', maxLength: 64, isNullable: true },
  },
  numbers: ['angle', 'count'],
  choices: {
    kind: [
      { value: 'main', label: '主控阀', color: 'blue' },
      { value: 'ball', label: '球阀' },
    ],
  },
  refers: { pipeId: { resource: 'pipe', with: { level: 1 } } },
  reserved: [],
}
const pipe: DescribedResource = {
  ...valve,
  calls: { list: 'pipe.list', read: 'pipe.read', update: 'pipe.update' },
  name: 'fullName',
  titles: { fullName: '名称' },
}

const environment: CheckEnvironment = {
  catalogue,
  callNames: [
    'valve.list',
    'valve.create',
    'valve.update',
    'valve.delete',
    'valve.lock',
    'pipe.list',
    'pipe.read',
  ],
  resources: { valve, pipe },
  exists: () => true,
  files: ['fragments/moment.json'],
  read: (file) =>
    file === 'fragments/moment.json'
      ? '{ "field": { "name": "from", "widget": "date-picker", "label": "从" } }'
      : undefined,
  localeKeys: new Map(
    [
      ...['add', 'edit', 'delete', 'deleteTip', 'keyword', 'refresh'].map((key) => `common.${key}`),
      'fieldPage.chooseProject',
    ].map((key) => [key, []]),
  ),
}

const load = (file: string, content: object) => checkDocument(file, JSON.stringify(content), environment)
// biome-ignore lint/suspicious/noExplicitAny: the spec looks into what has no type.
const sound = (file: string, content: object): any => {
  const { content: whole, problems } = load(file, content)
  expect(problems).toEqual([])
  return whole
}
const form = (...fields: readonly unknown[]) =>
  sound('forms/a.form.json', { resource: 'valve', fields }).fields
const list = (change: object) =>
  sound('pages/a.page.json', {
    title: '阀门',
    resource: 'valve',
    body: { node: 'list', columns: ['name'], ...change },
    dialogs: { valve: { form: 'a.form.json', save: 'valve' } },
  })

describe('a field of a form', () => {
  it('is what the member is: its widget, label, bounds and choices', () => {
    const options = [
      { value: 'main', label: '主控阀' },
      { value: 'ball', label: '球阀' },
    ]
    expect(form('name', 'note', 'angle', 'isOn', 'kind')).toEqual([
      { name: 'name', widget: 'input', label: '名称', required: true, maxlength: 50 },
      { name: 'note', widget: 'textarea', label: '备注', maxlength: 500 },
      { name: 'angle', widget: 'number-input', label: '角度', min: 0, max: 360, precision: 0 },
      { name: 'isOn', widget: 'switch', label: '开启' },
      { name: 'kind', widget: 'select', label: '类型', required: true, options, clearable: false },
    ])
  })

  it('chooses among the records that it refers to, of the project that is chosen', () => {
    expect(form('pipeId')[0].options).toEqual({
      call: 'pipe.list',
      with: { projectId: '${project.id}', pageSize: 10_000, level: 1 },
      value: 'id',
      label: 'fullName',
    })
  })

  it('keeps what the document says itself, and has no setting that its widget does not have', () => {
    const own = { name: 'angle', widget: 'input', label: '度', required: 'isOn == 1' }
    expect(form(own, 'isOn')[0]).toEqual(own)
    expect(form({ name: 'angle', max: 90 })[0]).toMatchObject({ min: 0, max: 90 })
  })

  it('asks nothing of a section that a member’s own members stand in', () => {
    const own = { name: 'name', widget: 'group', title: '名称', fields: [{ name: 'zh', widget: 'input' }] }
    const loaded = load('forms/a.form.json', { resource: 'valve', fields: [own] })
    expect(loaded.problems).toEqual([])
    expect(form(own)[0]).toEqual({ ...own, label: '名称' })
  })

  it('is told where the resource has no such member', () => {
    const { problems } = load('forms/a.form.json', { resource: 'valve', fields: ['nmae'] })
    expect(problems).toMatchObject([
      { message: '@document.noMember', pointer: '/fields/0', params: { path: 'nmae' }, nearest: 'name' },
    ])
  })
})

describe('a list', () => {
  it('shows members as what they are', () => {
    const { columns } = list({ columns: ['name', 'angle', 'kind', { path: 'count', align: 'left' }] }).body
    expect(columns).toEqual([
      { path: 'name', label: '名称' },
      { path: 'angle', label: '角度', align: 'right' },
      {
        path: 'kind',
        label: '类型',
        align: 'center',
        widget: 'tag',
        settings: {
          options: [
            { value: 'main', label: '主控阀', color: 'blue' },
            { value: 'ball', label: '球阀', color: 'gray' },
          ],
        },
      },
      { path: 'count', label: '次数', align: 'left' },
    ])
  })

  it('searches members by name, where nothing has to be filled in', () => {
    const search = ['keyword', 'kind', { field: { name: 'name' } }, { use: 'moment' }]
    const fields = list({ search }).body.search.map(({ field }: { field: object }) => field)
    expect(fields[0]).toMatchObject({ name: 'keyword', placeholder: '名称、编号' })
    expect(fields[1]).toMatchObject({ name: 'kind', widget: 'select', label: '类型' })
    expect(fields[1]).not.toHaveProperty('required')
    expect(fields[1]).not.toHaveProperty('clearable')
    expect(fields[2]).toMatchObject({ name: 'name', widget: 'input' })
    expect(fields[3]).toEqual({ name: 'from', widget: 'date-picker', label: '从' })
  })

  it('is of the project that is chosen', () => {
    const page = list({ toolbar: ['add'] })
    expect(page.data.valve).toEqual({
      call: 'valve.list',
      tag: 'valves',
      with: { projectId: '${project.id}' },
      when: "project.id != ''",
    })
    expect(page.body.empty).toBe("${project.id == '' ? '@fieldPage.chooseProject' : '没有阀门'}")
    expect(page.body.toolbar[0].visible).toBe("project.id != ''")
    const data = { mine: { resource: 'valve', with: { kind: 'main' } } }
    const own = sound('pages/a.page.json', {
      title: 'x',
      resource: 'valve',
      data,
      body: { node: 'list', columns: ['name'] },
    })
    expect(own.data.mine.with).toEqual({ kind: 'main', projectId: '${project.id}' })
  })

  it('opens what its buttons open over the row, unless they say otherwise', () => {
    const dialogs = { lock: { title: '锁定', form: 'a.form.json', save: 'valve.lock' } }
    const row = [
      { text: '锁', do: { open: 'lock' } },
      { text: '锁', do: [{ confirm: '？' }, { open: 'lock', with: { row: '${row.id}' } }] },
    ]
    const page = sound('pages/a.page.json', {
      title: 'x',
      resource: 'valve',
      body: { node: 'list', columns: ['name'], row },
      dialogs,
    })
    expect(page.body.row[0].do).toEqual({ open: 'lock', with: { row: '${row}' } })
    expect(page.body.row[1].do[1]).toEqual({ open: 'lock', with: { row: '${row.id}' } })
    expect(page.dialogs.lock).toEqual({
      title: '锁定',
      form: 'a.form.json',
      submit: [{ save: 'valve.lock' }],
    })
  })

  it('of a document of its own leaves its source and its dialogs to the page', () => {
    const own = sound('lists/a.list.json', {
      resource: 'valve',
      search: ['keyword'],
      columns: ['name'],
      toolbar: ['add', 'refresh'],
      row: ['edit', 'delete'],
    })
    expect(own.columns).toEqual([{ path: 'name', label: '名称' }])
    expect(own.toolbar.map((button: { do: object }) => button.do)).toEqual([
      { open: 'edit' },
      { invalidate: 'valves' },
    ])
    expect(own.row[0].do).toEqual({ open: 'edit', with: { row: '${row}' } })
    expect(own).not.toHaveProperty('source')
    expect(own).not.toHaveProperty('empty')
  })
})

it('a dialog begins with the row where no call reads a record, and reads it where one does', () => {
  const dialogs = {
    valve: { form: 'a.form.json', save: 'valve' },
    pipe: { form: 'b.form.json', save: 'pipe' },
  }
  const page = sound('pages/a.page.json', { title: 'x', body: { node: 'text', text: 'x' }, dialogs })
  expect(page.dialogs.valve.record).toBe('${row}')
  expect(page.dialogs.pipe).not.toHaveProperty('record')
  expect(page.dialogs.pipe.load.call).toBe('pipe.read')
})

const pageOf = (toolbar: readonly unknown[], dialogs: object = {}) => ({
  title: 'x',
  resource: 'valve',
  body: { node: 'list', columns: ['name'], toolbar },
  dialogs,
})
it.each([
  [
    'an act that there is not',
    pageOf([{ text: 'x', do: { act: 'valve.lokc' } }]),
    '/body/toolbar/0/do/act',
    'valve.lock',
  ],
  [
    'an act without a name',
    pageOf([{ text: 'x', do: { act: 'valve' } }]),
    '/body/toolbar/0/do/act',
    undefined,
  ],
  [
    'a dialog that saves with an act that there is not',
    pageOf([], { a: { title: 'x', form: 'a.form.json', save: 'valve.lokc' } }),
    '/dialogs/a/save',
    'valve.lock',
  ],
])('%s is a finding', (_what, content, pointer, nearest) => {
  const [problem, ...others] = load('pages/a.page.json', content).problems
  expect(problem).toMatchObject({ message: '@document.resourceLacks', pointer, ...(nearest && { nearest }) })
  expect(others).toEqual([])
})
