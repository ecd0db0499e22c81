import { examples } from '@runtime/page/examples'
import { ROWS, source } from '@runtime/page/examples/example'
import {
  type Act,
  acts,
  keys,
  point,
  press,
  pressMouse,
  pressText,
  type,
  type Variation,
  wheel,
} from './drawn'
import { each, inEntry, OTHER, type Pairs, pair, SAID, tell, text, within } from './pair'

/** Rows without a source, instead of the example's. */
const given = (rows: readonly object[]) => ({ source: undefined, rows })
const ofRows = (rows: readonly object[], other: readonly object[]) => ({
  source: pair(given(rows), { source: 'rows' }),
  rows: pair(given(rows), given(other)),
  empty: pair(given([]), { ...given([]), empty: '别的' }),
})

const people = [
  { id: '1', code: 'b', fullName: '甲', area: 1234.5 },
  { id: '2', code: 'a', fullName: '乙', area: 9 },
]
const area = { path: 'area', label: '面积' }
const button = { text: '开', do: SAID }
const style = [{ when: 'row.area > 10', tone: 'danger' }]
/** Words of a column, wherever it stands. */
export const columnWords = {
  path: 'code',
  label: '别的',
  value: '${row.id} 号',
  width: 300,
  align: 'right',
  fixed: 'left',
  sortable: true,
  thousands: true,
  style,
}
export const stylePairs = (list: string, around: object = {}): Pairs =>
  Object.fromEntries(
    Object.entries({ when: 'row.area < 10', tone: 'muted', strong: true }).map(([word, value]) => {
      const other = [{ ...style[0], [word]: value }]
      return list === 'style'
        ? [`style[].${word}`, pair({ ...around, style }, { ...around, style: other })]
        : [
            `${list}[].style[].${word}`,
            pair(
              { ...around, [list]: [{ ...area, style }] },
              { ...around, [list]: [{ ...area, style: other }] },
            ),
          ]
    }),
  )
export const settingsPairs: Pairs = {
  'columns[].widget': pair({ columns: [area] }, { columns: [{ ...area, widget: 'tag' }] }),
  'columns[].settings': pair(
    { columns: [{ ...area, widget: 'tag' }] },
    {
      columns: [
        { ...area, widget: 'tag', settings: { options: [{ value: 9, label: '九', color: 'green' }] } },
      ],
    },
  ),
}
/** Words of a button, and what is pressed to see what it does. */
export const buttonWords = {
  text: '别的',
  icon: 'Plus',
  code: 'btn_other',
  danger: true,
  visible: 'false',
  disabled: 'true',
}
const { code, visible, ...marks } = buttonWords

const nested = [
  { id: '1', code: 'a', fullName: '甲', children: [{ id: '3', code: 'c', fullName: '丙' }] },
  { id: '2', code: 'a', fullName: '乙', children: [{ id: '4', code: 'd', fullName: '丁' }] },
]
const withRows = (pairs: Pairs): Pairs =>
  Object.fromEntries(
    Object.entries(pairs).map(([word, one]) => [word, within(one, { words: given(people) })]),
  )
const schemaOf = (title: string) => ({ type: 'object', properties: { a: { type: 'string', title } } })
/** A form under a name, and a button that has one of this name saved. */
const submitting = (name: string): Variation => ({
  body: {
    node: 'stack',
    items: [
      { ...examples.form.body, name },
      { node: 'button', text: '提交', do: { submit: 'one' } },
    ],
  },
})
/** A tree under a name, and a button that folds the one of this name. */
const named = (name: string): Variation => ({
  body: {
    node: 'stack',
    items: [
      { ...examples.tree.body, name },
      { node: 'button', text: '收起', do: { emit: 'pipes.collapseAll' } },
    ],
  },
})
const optionOf = (kind: string) => ({
  source: undefined,
  y: undefined,
  option: {
    animation: false,
    xAxis: kind === 'bar' ? { type: 'category', data: ['a', 'b'] } : undefined,
    yAxis: kind === 'bar' ? {} : undefined,
    series: [{ type: kind, data: [1, 2] }],
  },
})
const BEGIN = Date.UTC(2026, 6, 1)
/** Readings of one series over time. */
function curve(level: number) {
  const points = Array.from({ length: 50 }, (_, hour) => [BEGIN + hour * 3_600_000, level + (hour % 7)])
  const series = [{ deviceId: 's', deviceName: '站', metric: 'm', name: '含水率', unit: '%', points }]
  return {
    ...{ from: BEGIN, to: BEGIN + 50 * 3_600_000, interval: '1h', downsampled: true, rawCount: 999 },
    ...{ timeZone: 'Asia/Shanghai', series },
  }
}
const readings = (water: number) => [{ region: 'A', station: 'A-1', month: '2026-06', water }]
const wells = (longitude: string, latitude: string) => [
  { id: '1', fullName: '甲', area: 1, [longitude]: 87.6, [latitude]: 43.8 },
  { id: '2', fullName: '乙', area: 2, [longitude]: 87.7, [latitude]: 43.9 },
]
const plans = [{ id: '1', fullName: 'LGZ-1', begin: '2026-07-01', end: '2026-07-03' }]
const timed = [{ id: '1', fullName: 'LGZ-1', begin: '2026-07-01 06:00:00', whole: 0, tint: '#7a2bd1' }]
/** Chooses the first row of a map in its list. */
const OWN_FIELD = { widget: 'input', name: 'block', label: '地块' }
const chosen: Act = acts(press('.loam-rows-map-list summary'), press('.loam-rows-map-list li button'))
const tick = press('.arco-checkbox')
const unfold = press('.arco-tree-node-switcher-icon')

const region = { path: 'region', label: '片区' }
const station = { path: 'station', label: '泵站' }
const month = { path: 'month', label: '月份' }
const value = { path: 'water', label: '水量' }
const lazy = {
  page: { data: source, state: { unit: null } },
  answers: {
    [ROWS]: { list: [{ id: 'a', fullName: '甲' }] },
    below: [{ id: 'b', fullName: '乙' }],
    other: [],
  },
}
const children = { call: 'below', with: { id: '${row.id}' } }
const menu = press('.loam-node-tree-head button')
const over = {
  page: { data: { rows: { call: ROWS }, part: { call: 'part' } } },
  answers: { [ROWS]: curve(5), part: curve(9) },
}
const overTime = { y: undefined, x: undefined, unit: undefined }

export const data: Readonly<Record<string, Pairs>> = {
  tree: {
    source: within(pair({}, { source: 'others' }), {
      page: { data: { ...source, others: { call: 'others' } }, state: { unit: null } },
      answers: { ...examples.tree.answers, others: { list: [{ id: 'z', fullName: '别的' }] } },
    }),
    ...each({ title: '别的', filter: false, first: true, expanded: false, label: 'id', checkable: true }),
    selected: pair({ selected: undefined }, { selected: 'page.unit' }, press('.arco-tree-node-title')),
    key: pair(
      { checkable: true, checked: 'page.ticked' },
      { checkable: true, checked: 'page.ticked', key: 'fullName' },
      tick,
    ),
    checked: pair({ checkable: true }, { checkable: true, checked: 'page.ticked' }, tick),
    half: pair(
      { checkable: true, checked: 'page.ticked' },
      { checkable: true, checked: 'page.ticked', half: false },
      tick,
    ),
    children: within(pair({}, { children }), lazy),
    'children.call': within(pair({ children }, { children: { ...children, call: 'other' } }, unfold), lazy),
    'children.with': within(
      pair({ children }, { children: { ...children, with: { id: 'x' } } }, unfold),
      lazy,
    ),
    'children.map': within(
      pair({ children }, { children: { ...children, map: { id: '${row.id}', fullName: '别的' } } }, unfold),
      lazy,
    ),
    'children.leaf': within(pair({ children }, { children: { ...children, leaf: 'true' } }), lazy),
    drag: pair({}, { drag: { save: SAID } }),
    'drag.save': pair(
      { drag: { save: SAID } },
      { drag: { save: OTHER } },
      acts(
        press('.arco-tree-node-title'),
        keys('.loam-node-tree-body [tabindex], .arco-tree', '{Alt>}{ArrowDown}{/Alt}'),
      ),
    ),
    'drag.parent': pair(
      { drag: { save: SAID } },
      { drag: { save: SAID, parent: true } },
      acts(
        pressText('FGG-2'),
        keys('.loam-node-tree-body [tabindex], .arco-tree', '{Alt>}{ArrowRight}{/Alt}'),
      ),
    ),
    empty: within(pair({}, { empty: '别的' }), { answers: { [ROWS]: { list: [] } } }),
    menu: pair({}, { menu: [button] }),
    ...inEntry('menu', button, { code, visible }),
    ...inEntry('menu', button, marks, menu),
    'menu[].reason': pair(
      { menu: [{ ...button, disabled: 'true' }] },
      { menu: [{ ...button, disabled: 'true', reason: '因为' }] },
      menu,
    ),
    'menu[].do': pair({ menu: [button] }, { menu: [{ ...button, do: OTHER }] }, acts(menu, pressText('开'))),
    select: pair({ select: SAID }, { select: OTHER }, press('.arco-tree-node-title')),
    name: {
      without: named('pipes'),
      written: named('other'),
      act: pressText('收起'),
    },
  },
  table: {
    ...ofRows(people, people.slice(1)),
    columns: pair(given(people), { ...given(people), columns: [area] }),
    ...withRows(inEntry('columns', area, columnWords)),
    ...withRows(settingsPairs),
    ...withRows(stylePairs('columns')),
    key: pair(
      { ...given(nested), nested: true },
      { ...given(nested), nested: true, key: 'code' },
      press('.arco-table-expand-icon-cell button, .arco-table-cell-expand-icon button'),
    ),
    row: pair({ row: [] }, {}),
    ...inEntry('row', button, buttonWords),
    'row[].reason': pair(
      { row: [{ ...button, disabled: 'true' }] },
      { row: [{ ...button, disabled: 'true', reason: '因为' }] },
      point('.loam-node-row-buttons button'),
    ),
    'row[].do': pair({ row: [button] }, { row: [{ ...button, do: OTHER }] }, pressText('开')),
    nested: pair(given(nested), { ...given(nested), nested: true }),
  },
  form: {
    ref: within(pair({}, { ref: 'b.form.json' }), {
      files: {
        ...examples.form.files,
        'forms/b.form.json': { fields: [{ widget: 'input', name: 'b', label: '别的' }] },
      },
    }),
    fields: pair({}, { ref: undefined, fields: [OWN_FIELD] }),
    values: pair(
      { ref: undefined, fields: [OWN_FIELD], record: { block: 'P-1' } },
      { ref: undefined, fields: [OWN_FIELD], record: { block: 'P-1' }, values: 'page' },
    ),
    layout: pair({}, { layout: 'inline' }),
    schema: pair({}, { ref: undefined, schema: schemaOf('甲') }),
    uiSchema: pair(
      { ref: undefined, schema: schemaOf('甲') },
      { ref: undefined, schema: schemaOf('甲'), uiSchema: { a: { 'ui:options': { span: 12 } } } },
    ),
    record: pair({}, { record: { fullName: '别的', area: 1 } }),
    submit: pair({}, { submit: OTHER }, press('.loam-form-foot button')),
    change: pair({}, { change: SAID }, type('input', '别的')),
    ok: pair({}, { ok: '别的' }),
    summary: { ...pair({}, { summary: '别的' }), width: 390 },
    name: { without: submitting('one'), written: submitting('other'), act: pressText('提交') },
  },
  detail: {
    ref: within(pair({}, { ref: 'b.form.json' }), {
      files: {
        ...examples.detail.files,
        'forms/b.form.json': { fields: [{ widget: 'input', name: 'fullName', label: '别的' }] },
      },
    }),
    record: pair({}, { record: { fullName: '别的' } }),
  },
  descriptions: {
    ...each({ title: '别的', columns: 1 }),
    items: pair({}, { items: [] }),
    ...inEntry('items', { label: '甲', value: 1 }, { label: '别的', value: 2, visible: 'false' }),
  },
  chart: {
    ...ofRows(people, people.slice(1)),
    option: pair(optionOf('bar'), optionOf('pie')),
    ...each({ title: '别的', kind: 'line', unit: '别的', height: 300, x: 'id' }),
    y: pair({}, { y: [{ path: 'area', label: '别的' }] }),
    ...inEntry('y', { path: 'moisture', label: '甲' }, { path: 'area', label: '别的' }),
    zoom: within(pair(overTime, { ...overTime, zoom: true }), over),
    detail: within(pair(overTime, { ...overTime, detail: 'part' }), over),
    zoomed: within(
      pair(
        { ...overTime, zoom: true, kind: 'line' },
        { ...overTime, zoom: true, kind: 'line', zoomed: SAID },
        wheel,
      ),
      over,
    ),
  },
  report: {
    ...ofRows(readings(1), readings(2)),
    ...each({ title: '别的', subtotals: false, totals: false }),
    by: pair({}, { by: [station] }),
    ...inEntry('by', region, { path: 'station', label: '别的' }),
    across: pair({}, { across: [] }),
    ...inEntry('across', month, { path: 'region', label: '别的' }),
    values: pair({}, { values: [value, { of: 'count', label: '别的' }] }),
    ...inEntry('values', value, { path: 'other', label: '别的', of: 'max', decimals: 3, unit: '别的' }),
  },
  map: {
    ...ofRows(wells('longitude', 'latitude'), wells('longitude', 'latitude').slice(1)),
    ...each({ title: '别的', tone: 'danger', height: 400, fit: false, shape: 'none' }),
    longitude: pair(given(wells('east', 'latitude')), {
      ...given(wells('east', 'latitude')),
      longitude: 'east',
    }),
    latitude: pair(given(wells('longitude', 'north')), {
      ...given(wells('longitude', 'north')),
      latitude: 'north',
    }),
    text: pair({}, { text: '别的' }, chosen),
    popup: pair({}, { popup: '别的' }, chosen),
    selected: pair({ selected: undefined }, {}, chosen),
    key: pair({}, { key: 'none' }, chosen),
    select: pair({ select: SAID }, { select: OTHER }, chosen),
  },
  flow: {
    source: within(pair({}, { source: 'refused' }), {
      page: { data: { run: { call: ROWS, pick: 'list' }, refused: { call: 'example.refused' } } },
    }),
    ...each({ title: '别的', states: {}, direction: 'right', height: 500 }),
    flow: pair({}, { flow: { nodes: [{ node: 'approve', id: 'one', title: '别的' }] } }),
    select: pair({}, { select: OTHER }, press('button.loam-flow-step')),
    empty: pair({ flow: { nodes: [] } }, { flow: { nodes: [] }, empty: '别的' }),
  },
  designer: {
    ...each({ title: '别的', lines: 30 }),
    kind: pair({}, { kind: 'list' }, type('.cm-content', '{}')),
    value: pair({}, { value: { title: '别的', body: text('别的') } }),
    change: pair({ change: SAID }, { change: OTHER }, type('.cm-content', '{}')),
  },
  printDesigner: {
    ...each({ template: '', edit: 'false', leave: SAID }),
    // What opens it comes on use.
    view: pair({}, { view: 'preview' }, () => import('../../../print/designer/trial-print')),
  },
  modelDesigner: each({ model: '', view: 'publish', leave: SAID }),
  model: {
    ...each({ title: '别的', kind: '1' }),
    form: pair(
      {},
      { form: { fields: [{ __vModel__: 'b', __config__: { jnpfKey: 'input', label: '别的' } }] } },
    ),
    list: pair(
      {},
      { list: { columnList: [{ prop: 'hours', label: '别的' }] } },
      press('[role=tab][aria-selected=false]'),
    ),
  },
  calendar: {
    source: pair(given(plans), { source: 'rows' }),
    rows: pair(given(plans), given([])),
    ...each({ title: '别的', date: 'none', text: '别的', view: 'week', at: '2026-08-15', do: undefined }),
    end: pair({}, { end: undefined }),
    shown: pair({}, { shown: tell('${from}') }, press('.loam-calendar header button')),
    allDay: pair(given(timed), { ...given(timed), allDay: 'whole' }),
    color: pair(given(timed), { ...given(timed), color: 'tint' }),
    muted: pair({}, { muted: "row.id == '5'" }),
    over: pair({}, { over: "row.id == '5'" }),
    also: pair({}, { also: '${[{ id: "9", fullName: "LGZ-9", begin: "2026-07-20" }]}' }),
    legend: pair({}, { legend: '${row.fullName}' }),
    note: pair({ view: 'list' }, { view: 'list', note: '${row.id}' }),
    pressable: pair({}, { pressable: "row.id == '5'" }),
    moved: pair({}, { moved: SAID }),
    movable: pair({ moved: SAID }, { moved: SAID, movable: "row.id == '5'" }),
    picked: pair({ picked: SAID }, { picked: OTHER }, pressMouse('.loam-calendar [data-date="2026-07-21"]')),
  },
  statistic: {
    ...each({
      title: '别的',
      value: 1,
      unit: '别的',
      decimals: 3,
      thousands: false,
      change: 5,
      better: 'up',
    }),
    ...each({ text: '别的', tone: 'danger', verdict: '别的', trend: [1, 2] }),
    trendOpen: pair({ trend: [1, 2] }, { trend: [1, 2], trendOpen: true }),
    trendText: pair({ trend: [1, 2] }, { trend: [1, 2], trendText: '别的' }),
    source: within(pair({}, { source: 'rows' }), { page: { data: { rows: { call: 'example.refused' } } } }),
    do: pair({ do: SAID }, { do: OTHER }, press('.loam-page button')),
  },
  item: {
    ...each({
      title: '别的',
      icon: 'Plus',
      value: 1,
      unit: '别的',
      text: '别的',
      tone: 'danger',
      progress: 3,
    }),
    do: pair({ do: SAID }, { do: OTHER }, press('.loam-page button')),
  },
  progress: {
    ...each({ title: '别的', value: 1, total: 30, text: '别的', kind: 'circle', status: 'error' }),
    source: within(pair({}, { source: 'rows' }), { page: { data: { rows: { call: 'example.refused' } } } }),
  },
}
