import { exampleOf } from '@tests/fixtures/word-examples'
import { wordPaths } from '@tests/fixtures/word-paths'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { shippedDocuments } from '../../tests/fixtures/shipped-documents'
import { scopeOf } from '../expression'
import { compileForm } from '../form'
import { compileList } from '../list'
import { ListSchema } from '../list/document'
import type { JsonSchema } from '../schema/json-schema'
import { FormSchema } from './form-schema'
import { widgetSchema } from './language-schemas'

/** A plan as text: what is computed is evaluated, and the document that it was made of left out. */
function shown(compiled: object): string {
  const { source: _document, ...plan } = compiled as { readonly source?: unknown }
  const scope = scopeOf({ row: { id: '7' } })
  return JSON.stringify(plan, (key, value: unknown) => {
    if (key === 'definition') return undefined
    if (value instanceof Map || value instanceof Set) return [...value]
    return value && typeof value === 'object' && 'evaluate' in value
      ? { ...value, value: String((value as { source?: unknown }).source ?? '') + attempt(value, scope) }
      : value
  })
}

function attempt(value: object, scope: object): string {
  try {
    return JSON.stringify((value as { evaluate(scope: object): unknown }).evaluate(scope)) ?? ''
  } catch {
    return ''
  }
}

type Pair = readonly [without: object, written: object]

const name = { path: 'fullName', label: '名' }
const area = { path: 'area', label: '面积' }
const SAID = { toast: 'info', text: '做了' }
const OTHER = { toast: 'info', text: '别的' }
const style = [{ when: 'row.area > 1', tone: 'danger' }]

/** Every word of a list; each pair differs in that word alone. */
const LIST: Readonly<Record<string, Pair>> = {
  columns: [{}, { columns: [area] }],
  ...inOne('columns', area, {
    path: 'length',
    label: '别的',
    value: '${row.id}',
    widget: 'tag',
    settings: { 1: 'green' },
    width: 90,
    align: 'right',
    fixed: 'left',
    sortable: true,
    thousands: true,
    priority: 3,
    style,
  }),
  ...inOne('style', style[0], { when: 'row.area > 2', tone: 'muted', strong: true }),
  ...Object.fromEntries(
    Object.entries({ when: 'row.area > 2', tone: 'muted', strong: true }).map(([word, value]) => [
      `columns[].style[].${word}`,
      [
        { columns: [{ ...area, style }] },
        { columns: [{ ...area, style: [{ ...style[0], [word]: value }] }] },
      ],
    ]),
  ),
  headers: [{}, { headers: [{ label: '组', columns: ['fullName'] }] }],
  ...inOne(
    'headers',
    { label: '组', columns: ['fullName'] },
    { label: '别的', align: 'left', columns: ['area'] },
  ),
  search: [{}, { search: [{ field: { name: 'a', widget: 'select', label: '词' } }] }],
  ...inOne(
    'search',
    { field: { name: 'a', widget: 'select', label: '词' } },
    { field: { name: 'b', widget: 'select', label: '词' }, operator: 'between', multiple: true },
  ),
  toolbar: [{}, { toolbar: [{ text: '开', do: SAID }] }],
  row: [{}, { row: [{ text: '开', do: SAID }] }],
  ...inOne('toolbar', { text: '开', do: SAID }, { ...buttonWords(), needsRows: true }),
  ...inOne('row', { text: '开', do: SAID }, { ...buttonWords(), onCard: true }),
  paging: [{}, { paging: false }],
  'paging.pageSize': [{ paging: {} }, { paging: { pageSize: 50 } }],
  'paging.sizes': [{ paging: {} }, { paging: { sizes: [50] } }],
  sort: [{}, { sort: { field: 'area', order: 'asc' } }],
  'sort.field': [{ sort: { field: 'area', order: 'asc' } }, { sort: { field: 'fullName', order: 'asc' } }],
  'sort.order': [{ sort: { field: 'area', order: 'asc' } }, { sort: { field: 'area', order: 'desc' } }],
  summary: [{}, { summary: ['area'] }],
  selection: [{}, { selection: true }],
  nested: [{}, { nested: true }],
  tree: [{}, { tree: { parent: 'up' } }],
  'tree.parent': [{ tree: { parent: 'up' } }, { tree: { parent: 'other' } }],
  'tree.children': [{ tree: { parent: 'up' } }, { tree: { children: { call: 'area.list', with: {} } } }],
  'tree.children.call': [
    { tree: { children: { call: 'area.list', with: {} } } },
    { tree: { children: { call: 'role.list', with: {} } } },
  ],
  'tree.children.with': [
    { tree: { children: { call: 'area.list' } } },
    { tree: { children: { call: 'area.list', with: { nodeId: '${row.id}' } } } },
  ],
  'tree.leaf': [{ tree: { parent: 'up' } }, { tree: { parent: 'up', leaf: 'row.isLeaf' } }],
  group: [{}, { group: 'area' }],
  left: [{}, { left: { source: 'units', field: 'unitId' } }],
  ...inObject(
    'left',
    { source: 'units', field: 'unitId' },
    { source: 'others', field: 'other', title: '题', key: 'k', label: 'l', filter: true },
  ),
  edit: [{}, { edit: 'inline' }],
  drag: [{}, { drag: { save: SAID } }],
  ...inObject('drag', { save: SAID }, { save: OTHER, parent: true }),
  open: [{}, { open: SAID }],
  detail: [{}, { detail: { node: 'text', text: '一' } }],
  empty: [{}, { empty: '没有' }],
  views: [{}, { views: true }],
  style: [{}, { style }],
  card: [{}, { card: ['area'] }],
}

function buttonWords() {
  return {
    text: '别的',
    icon: 'Plus',
    code: 'btn_a',
    danger: true,
    visible: 'row.id > 1',
    disabled: 'row.id > 1',
    reason: '因为',
    do: OTHER,
    value: 'other',
  }
}

/** One pair for each word of the only item of a list. */
function inOne(list: string, item: object | undefined, words: object): Readonly<Record<string, Pair>> {
  return Object.fromEntries(
    Object.entries(words).map(([word, value]) => [
      `${list}[].${word}`,
      [{ [list]: [item] }, { [list]: [{ ...item, [word]: value }] }],
    ]),
  )
}

function inObject(place: string, base: object, words: object): Readonly<Record<string, Pair>> {
  return Object.fromEntries(
    Object.entries(words).map(([word, value]) => [
      `${place}.${word}`,
      [{ [place]: base }, { [place]: { ...base, [word]: value } }],
    ]),
  )
}

describe('a list', () => {
  const compile = (words: object) =>
    shown(compileList({ columns: [name, area], ...words }, { id: 'l', catalogue }))

  it('has a pair for every word, and one for nothing else', () => {
    const words = wordPaths(ListSchema as JsonSchema).filter((path) => !/^(\$schema|resource)$/.test(path))
    expect(Object.keys(LIST).sort()).toEqual([...words].sort())
  })

  it.each(Object.entries(LIST))('%s changes the plan', (_word, [without, written]) => {
    expect(compile(written)).not.toBe(compile(without))
  })
})

const input = { widget: 'input', name: 'a', label: '甲' }

/** Words of the form around its fields. */
const FORM: Readonly<Record<string, Pair>> = {
  title: [{}, { title: '题' }],
  layout: [{}, { layout: { gutter: 40 } }],
  ...inObject(
    'layout',
    {},
    { size: 'mini', labelPosition: 'top', labelWidth: 40, gutter: 40, disabled: true, popup: 'drawer' },
  ),
  fields: [{}, { fields: [{ ...input, name: 'b' }] }],
  valid: [{}, { valid: [{ valid: 'a != null', message: '错' }] }],
  'valid[].valid': [
    { valid: [{ valid: 'a != null', message: '错' }] },
    { valid: [{ valid: 'a == 1', message: '错' }] },
  ],
  'valid[].message': [
    { valid: [{ valid: 'a != null', message: '错' }] },
    { valid: [{ valid: 'a != null', message: '别的' }] },
  ],
  load: [{}, { load: { map: { a: 'b.c' } } }],
  'load.map': [{ load: {} }, { load: { map: { a: 'b.c' } } }],
  save: [{}, { save: { map: { b: 'a' } } }],
  'save.map': [{ save: {} }, { save: { map: { b: 'a' } } }],
}

describe('a form', () => {
  const compile = (words: object) => shown(compileForm({ fields: [input], ...words }, { id: 'f', catalogue }))

  it('has a pair for every word, and one for nothing else', () => {
    const words = wordPaths(FormSchema as JsonSchema).filter((path) => !/^(\$schema|resource)$/.test(path))
    expect(Object.keys(FORM).sort()).toEqual([...words].sort())
  })

  it.each(Object.entries(FORM))('%s changes the plan', (_word, [without, written]) => {
    expect(compile(written)).not.toBe(compile(without))
  })
})

type Example = Readonly<Record<string, unknown>>

/** Of a widget's words what stands around each where a word alone says nothing. */
const AROUND: Readonly<Record<string, Example>> = {
  requiredMessage: { required: true },
  message: { valid: 'a != null' },
}
const VALUES: Readonly<Record<string, unknown>> = {
  visible: 'other == 1',
  required: 'other == 1',
  disabled: 'other == 1',
  showLabel: false,
  stored: false,
  formula: 'other',
  valid: 'a != other',
  after: 'other',
  before: 'other',
  patterns: [{ rule: 'mobile' }],
  popupTitle: '题',
  name: 'renamed',
  fields: [{ widget: 'input', name: 'inner', label: '内' }],
  columns: [{ widget: 'input', name: 'inner', label: '内' }],
  panes: [{ title: '甲', fields: [{ widget: 'input', name: 'inner', label: '内' }] }],
}

describe.each(catalogue.all().map((widget) => [widget.key, widget] as const))(
  'a field with %s',
  (key, widget) => {
    const { properties } = widgetSchema(widget)
    const words = Object.entries(properties).filter(([word]) => word !== 'widget')
    const base: Example = {
      widget: key,
      label: '甲',
      ...((widget.kind === 'field' || widget.kind === 'table') && { name: 'a' }),
      ...(widget.kind === 'table' && {
        [widget.rowsAre === 'forms' ? 'fields' : 'columns']: [
          { widget: 'input', name: 'first', label: '首' },
        ],
      }),
    }

    it.each(words)('%s changes the plan', (word, schema) => {
      const value =
        VALUES[word] ??
        exampleOf({
          ...(schema as JsonSchema),
          default: (widget.defaults as Example)[word] ?? null,
        } as JsonSchema)
      const around = { ...base, ...AROUND[word] }
      const other = { widget: 'date-picker', name: 'other', label: '别' }
      const compile = (field: Example) =>
        shown(compileForm({ fields: [field, other] }, { id: 'f', catalogue }))
      expect(compile({ ...around, [word]: value })).not.toBe(compile(around))
    })
  },
)

/** What is written out before anything is compiled: a document that says it, and one that says something else. */
describe('what a document says short', () => {
  const list = (resource: string) => ({ node: 'list', source: 'rows', resource, columns: ['fullName'] })
  const pageOf = (body: object, more: object = {}) => ({
    title: 'A',
    data: { rows: { call: 'role.list', with: {} } },
    body,
    ...more,
  })
  const documents: Readonly<Record<string, Pair>> = {
    'pages/list.page.json': [pageOf(list('role')), pageOf(list('billRule'))],
    'pages/table.page.json': [
      pageOf({ ...list('role'), node: 'table' }),
      pageOf({ ...list('billRule'), node: 'table' }),
    ],
    'pages/page.page.json': [
      { title: 'A', resource: 'role', body: { node: 'list', columns: ['fullName'] } },
      { title: 'A', resource: 'billRule', body: { node: 'list', columns: ['fullName'] } },
    ],
    'lists/list.list.json': [
      { resource: 'role', columns: ['fullName'] },
      { resource: 'billRule', columns: ['fullName'] },
    ],
    'forms/form.form.json': [
      { resource: 'role', fields: ['fullName'] },
      { resource: 'billRule', fields: ['fullName'] },
    ],
  }
  it.each(Object.entries(documents))('%s', (file, [without, written]) => {
    const content = (document: object) => {
      const checked = shippedDocuments({ [file]: JSON.stringify(document) }).check(file)
      return JSON.stringify(checked?.content)
    }
    expect(content(written)).not.toBe(content(without))
  })
})
