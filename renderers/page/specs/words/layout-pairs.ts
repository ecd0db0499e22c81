import { acts, press, pressText } from './drawn'
import { each, inEntry, OTHER, type Pairs, pair, SAID, text, within } from './pair'

const pane = { title: '甲', body: text('甲页') }
const panes = [pane, { title: '乙', body: text('乙页') }]
const second = pressText('乙')
const named = panes.map((one, index) => ({ ...one, name: `pane${index}` }))

const step = { title: '甲', body: text('甲步') }
const steps = [step, { title: '乙', body: text('乙步') }]
const card = { name: 'water', body: text('水') }

const rows = [
  { id: '1', code: 'a', fullName: '甲' },
  { id: '2', code: 'b', fullName: '乙' },
]
/** Rows whose panes are told apart, and a button that turns the rows round. */
const turning = (key: string) => ({
  body: {
    node: 'stack',
    items: [
      { node: 'button', text: '调换', do: { set: { 'page.rows': rows.toReversed() } } },
      {
        node: 'each',
        key,
        rows: '${page.rows}',
        body: {
          node: 'tabs',
          items: panes.map((one) => ({ ...one, title: `${one.title}\${row.fullName}` })),
        },
      },
    ],
  },
  page: { state: { rows } },
})

export const layout: Readonly<Record<string, Pairs>> = {
  split: each({ aside: text('别的'), main: text('别的'), asideWidth: 300 }),
  tabs: {
    items: pair({}, { items: panes }),
    ...inEntry('items', pane, { title: '别的', body: text('别的'), visible: 'false' }),
    'items[].name': pair({ items: panes, address: 'part' }, { items: named, address: 'part' }, second),
    placement: pair({ items: panes }, { items: panes, placement: 'left' }),
    address: pair({ items: panes }, { items: panes, address: 'part' }, second),
  },
  card: {
    ...each({ title: '别的', extra: [text('别的')], body: text('别的') }),
    source: within(pair({}, { source: 'rows' }), { page: { data: { rows: { call: 'example.refused' } } } }),
  },
  stack: each({ items: [text('别的')], direction: 'vertical', justify: 'between', gap: 20 }),
  grid: {
    ...each({ items: [text('别的')], spans: [24], gap: 20 }),
    minWidth: pair({ spans: undefined }, { spans: undefined, minWidth: 400 }),
  },
  steps: {
    items: pair({}, { items: steps }),
    ...inEntry('items', step, { title: '别的', text: '别的', body: text('别的') }),
    'items[].visible': pair({ items: steps }, { items: [step, { ...steps[1], visible: 'false' }] }),
    'items[].next': pair(
      { items: steps },
      { items: [{ ...step, next: SAID }, steps[1]] },
      press('.loam-form-foot .arco-btn-primary'),
    ),
    submit: pair(
      { items: [step], submit: SAID },
      { items: [step], submit: OTHER },
      press('.loam-form-foot .arco-btn-primary'),
    ),
    ok: pair({ items: [step], submit: SAID }, { items: [step], submit: SAID, ok: '别的' }),
  },
  each: {
    source: pair({ source: undefined, rows }, { source: 'rows' }),
    rows: pair({ source: undefined, rows }, { source: undefined, rows: rows.slice(1) }),
    as: pair({ body: text('${row.fullName}') }, { as: 'block', body: text('${row.fullName}') }),
    key: {
      without: turning('id'),
      written: turning('none'),
      act: acts(pressText('乙甲'), pressText('调换')),
    },
    ...each({ body: text('别的'), minWidth: 300, gap: 30, divided: true }),
    empty: pair({ source: undefined, rows: [] }, { source: undefined, rows: [], empty: '别的' }),
  },
  slot: { body: pair({}, { body: text('别的') }) },
  portal: {
    name: pair({}, { name: 'other' }),
    items: pair({}, { items: [card] }),
    ...inEntry('items', card, {
      name: 'other',
      title: '别的',
      columns: 9,
      rows: 9,
      visible: 'false',
      body: text('别的'),
    }),
    'items[].icon': pair(
      { items: [{ ...card, title: '水' }] },
      { items: [{ ...card, title: '水', icon: 'Plus' }] },
    ),
    arrange: pair({}, { arrange: 'false' }),
    arrangement: pair({ save: SAID }, { save: SAID, arrangement: [{ name: 'note', columns: 3, rows: 3 }] }),
    save: pair(
      { save: SAID },
      { save: OTHER },
      acts(press('.loam-portal-tools button'), press('.loam-portal-tools .arco-btn-primary')),
    ),
  },
}
