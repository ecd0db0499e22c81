import { ROWS, source } from '@runtime/page/examples/example'
import { lists } from '@runtime/page/examples/lists'
import { buttonWords, columnWords, settingsPairs, stylePairs } from './data-pairs'
import { type Act, acts, keys, point, press, pressText, type, type Variation } from './drawn'
import { inEntry, OTHER, type Pairs, pair, SAID, text, within } from './pair'

const answered = (list: readonly object[]) => ({ list, pagination: { total: list.length } })
const people = [
  { id: '1', code: 'b', fullName: '甲', area: 1234.5 },
  { id: '2', code: 'a', fullName: '乙', area: 9 },
]
const branches = [
  { id: '1', fullName: '甲' },
  { id: '2', fullName: '乙', up: '1', other: '3' },
  { id: '3', fullName: '丙', up: '1' },
]
const name = { path: 'fullName', label: '名' }
const area = { path: 'area', label: '面积' }
const button = { text: '开', do: SAID }

/** A plain list of two rows. */
const PLAIN: Variation = {
  page: { data: source, state: { columns: [{ path: 'code', label: '码' }] } },
  answers: { [ROWS]: answered(people) },
  body: { node: 'list', source: 'rows', columns: [name, area], paging: false },
}
const hung: Variation = {
  ...PLAIN,
  answers: { [ROWS]: answered(branches), below: answered([]), other: answered([]) },
}
const plain = (pairs: Pairs, around = PLAIN): Pairs =>
  Object.fromEntries(Object.entries(pairs).map(([word, one]) => [word, within(one, around)]))

const field = { name: 'a', widget: 'select', label: '词', options: [{ value: '1', label: '一' }] }
const children = { call: 'below', with: { id: '${row.id}' } }
const unfold = press('.loam-list-toggle[aria-expanded=false]')
const inline = lists.find(({ example }) => example.body['edit'])
const saved = lists.find(({ example }) => example.body['views'])
const rowOf = (value: string) => [
  { ...button, value: 'b' },
  { ...button, value, do: OTHER },
]
const day = { name: 'day', widget: 'date-picker', label: '日' }
const searchDay = acts(
  type('.loam-list-search input', '2026-06-01'),
  keys('.loam-list-search input', '{Enter}'),
  press('.loam-list-search-acts button'),
)
const units = { id: 'u', code: 'v', fullName: '队', children: [] }
const left = { source: 'units', field: 'unitId' }
const beside: Variation = {
  ...PLAIN,
  page: { data: { ...source, units: { call: 'units' }, others: { call: 'others' } } },
  answers: {
    [ROWS]: answered(people),
    units: { list: [units] },
    others: { list: [{ ...units, fullName: '别队' }] },
  },
}
const unit: Act = press('.arco-tree-node-title')
const row: Act = press('.loam-list-row .loam-list-cell, [role=row] [role=gridcell]')

export const list: Readonly<Record<string, Pairs>> = {
  list: {
    ref: within(
      pair({ columns: undefined, ref: 'a.list.json' }, { columns: undefined, ref: 'b.list.json' }),
      {
        ...PLAIN,
        files: { 'lists/a.list.json': { columns: [name] }, 'lists/b.list.json': { columns: [area] } },
      },
    ),
    source: within(pair({}, { source: 'others' }), beside),
    ...plain({
      title: pair({}, { title: '别的' }),
      columns: pair({}, { columns: '${page.columns}' }),
      ...inEntry('columns', area, columnWords),
      'columns[].width': pair({ columns: [name, area] }, { columns: [name, { ...area, width: 500 }] }),
      ...settingsPairs,
      ...stylePairs('columns'),
      ...stylePairs('style'),
      style: pair({}, { style: [{ when: 'true', tone: 'danger' }] }),
      headers: pair({}, { headers: [{ label: '组', columns: ['fullName', 'area'] }] }),
      ...inEntry(
        'headers',
        { label: '组', columns: ['fullName'] },
        { label: '别的', align: 'left', columns: ['area'] },
      ),
      search: pair({}, { search: [{ field }] }),
      'search[].field': pair({ search: [{ field }] }, { search: [{ field: { ...field, label: '别的' } }] }),
      'search[].operator': pair(
        { search: [{ field: { name: 'a', widget: 'number-input', label: '词' }, operator: 'equals' }] },
        { search: [{ field: { name: 'a', widget: 'number-input', label: '词' }, operator: 'between' }] },
      ),
      'search[].multiple': pair({ search: [{ field }] }, { search: [{ field, multiple: true }] }),
      toolbar: pair({}, { toolbar: [button] }),
      ...inEntry('toolbar', button, { ...buttonWords, needsRows: true }),
      'toolbar[].reason': pair(
        { toolbar: [{ ...button, disabled: 'true' }] },
        { toolbar: [{ ...button, disabled: 'true', reason: '因为' }] },
        point('.loam-list-toolbar-buttons button'),
      ),
      'toolbar[].do': pair({ toolbar: [button] }, { toolbar: [{ ...button, do: OTHER }] }, pressText('开')),
      'toolbar[].value': pair({ toolbar: [button] }, { toolbar: [{ ...button, value: 'add' }] }),
      row: pair({}, { row: [button] }),
      ...inEntry('row', button, buttonWords),
      'row[].reason': pair(
        { row: [{ ...button, disabled: 'true' }] },
        { row: [{ ...button, disabled: 'true', reason: '因为' }] },
        point('.loam-list-row-buttons button, [role=gridcell] button'),
      ),
      'row[].do': pair({ row: [button] }, { row: [{ ...button, do: OTHER }] }, pressText('开')),
      'row[].value': {
        ...pair({ row: rowOf('a') }, { row: rowOf('detail') }, press('.loam-list-card button')),
        width: 390,
      },
      'row[].onCard': { ...pair({ row: [button] }, { row: [{ ...button, onCard: true }] }), width: 390 },
      paging: pair({}, { paging: true }),
      'paging.pageSize': pair({ paging: { pageSize: 20 } }, { paging: { pageSize: 50 } }),
      'paging.sizes': pair(
        { paging: { sizes: [20, 30] } },
        { paging: { sizes: [20, 70] } },
        press('.arco-pagination-option .arco-select-view'),
      ),
      sort: pair({}, { sort: { field: 'area', order: 'asc' } }),
      'sort.field': pair(
        { sort: { field: 'area', order: 'asc' } },
        { sort: { field: 'fullName', order: 'asc' } },
      ),
      'sort.order': pair(
        { sort: { field: 'area', order: 'asc' } },
        { sort: { field: 'area', order: 'desc' } },
      ),
      summary: pair({}, { summary: ['area'] }),
      selection: pair({}, { selection: true }),
      group: pair({}, { group: 'area' }),
      drag: pair({}, { drag: { save: SAID } }),
      open: pair({ open: SAID }, { open: OTHER }, row),
      detail: pair({}, { detail: text('别的') }),
      localTimes: pair(
        { search: [{ field: day, operator: 'equals' }] },
        { search: [{ field: day, operator: 'equals' }], localTimes: true },
        searchDay,
      ),
      card: { ...pair({}, { card: ['area'] }), width: 390 },
    }),
    edit: within(pair({ edit: undefined }, { edit: 'inline' }), inline?.example ?? PLAIN),
    views: within(pair({ views: undefined }, { views: true }), saved?.example ?? PLAIN),
    empty: within(pair({}, { empty: '别的' }), { ...PLAIN, answers: { [ROWS]: answered([]) } }),
    ...plain(
      {
        nested: pair({}, { nested: true }),
      },
      {
        ...PLAIN,
        answers: { [ROWS]: answered([{ id: '1', fullName: '甲', children: [{ id: '2', fullName: '乙' }] }]) },
      },
    ),
    ...plain(
      {
        tree: pair({}, { tree: { parent: 'up' } }),
        'tree.parent': pair({ tree: { parent: 'up' } }, { tree: { parent: 'other' } }),
        'tree.children': pair({}, { tree: { children } }),
        'tree.children.call': pair(
          { tree: { children } },
          { tree: { children: { ...children, call: 'other' } } },
          unfold,
        ),
        'tree.children.with': pair(
          { tree: { children } },
          { tree: { children: { ...children, with: { id: 'x' } } } },
          unfold,
        ),
        'tree.leaf': pair({ tree: { children } }, { tree: { children, leaf: 'true' } }),
        'drag.save': pair({ drag: { save: SAID } }, { drag: { save: OTHER } }, moved('{ArrowDown}')),
        'drag.parent': pair(
          { tree: { parent: 'none' }, drag: { save: SAID } },
          { tree: { parent: 'none' }, drag: { save: SAID, parent: true } },
          moved('{ArrowRight}', 2),
        ),
      },
      hung,
    ),
    ...plain(
      {
        left: pair({}, { left }),
        'left.source': pair({ left }, { left: { ...left, source: 'others' } }),
        'left.field': pair({ left }, { left: { ...left, field: 'other' } }, unit),
        'left.title': pair({ left }, { left: { ...left, title: '别的' } }),
        'left.key': pair({ left }, { left: { ...left, key: 'code' } }, unit),
        'left.label': pair({ left }, { left: { ...left, label: 'code' } }),
        'left.filter': pair({ left }, { left: { ...left, filter: true } }),
      },
      beside,
    ),
  },
}

/** Alt with an arrow on the row of this number. */
function moved(arrow: string, at = 1): Act {
  return acts(keys(`[data-row="${at}"]`, `{Alt>}${arrow}{/Alt}`))
}
