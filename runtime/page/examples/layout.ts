import { type NodeExample, ROWS, source, text } from './example'

const blocks = [
  { id: '1', fullName: 'B-01', area: 42.5 },
  { id: '2', fullName: 'B-02', area: 36 },
  { id: '3', fullName: 'B-03', area: 51.2 },
]
const one = { node: 'alert', text: text('一', '一', 'One') }
const two = { node: 'alert', kind: 'success', text: text('二', '二', 'Two') }
const three = { node: 'alert', kind: 'warning', text: text('三', '三', 'Three') }

export const layout = {
  split: {
    body: { node: 'split', asideWidth: 200, aside: one, main: two },
  },
  tabs: {
    body: {
      node: 'tabs',
      items: [
        { title: text('运行', '執行', 'Running'), body: one },
        { title: text('停止', '停止', 'Stopped'), body: two },
      ],
    },
  },
  card: {
    body: {
      node: 'card',
      title: text('一号泵站', '一號泵站', 'Pump station 1'),
      extra: [
        {
          node: 'button',
          kind: 'text',
          text: '@common.refresh',
          icon: 'Refresh',
          do: { emit: 'menu.changed' },
        },
      ],
      body: { node: 'text', text: text('两台泵，一台备用', '兩台泵，一台備用', 'Two pumps, one in reserve') },
    },
  },
  stack: { body: { node: 'stack', direction: 'horizontal', gap: 8, items: [one, two, three] } },
  grid: { body: { node: 'grid', spans: [12, 12, 24], items: [one, two, three] } },
  steps: {
    body: {
      node: 'steps',
      items: [
        {
          title: text('选择地块', '選擇地塊', 'Choose a block'),
          text: text('必填', '必填', 'Required'),
          body: {
            node: 'form',
            schema: {
              type: 'object',
              required: ['block'],
              properties: {
                block: { type: 'string', title: '地块 Block', minLength: 1 },
              },
            },
          },
        },
        {
          title: text('水量', '水量', 'Water'),
          body: {
            node: 'form',
            schema: {
              type: 'object',
              properties: { water: { type: 'integer', title: '水量 Water (m³)', minimum: 1, default: 30 } },
            },
          },
        },
      ],
      submit: { toast: 'success', text: '${form.block}: ${form.water} m³' },
    },
  },
  slot: { body: { node: 'slot', name: 'main', body: one } },
  portal: {
    answers: { 'currentUser.portal': { arrangement: null }, 'currentUser.arrangePortal': null },
    body: {
      node: 'portal',
      name: 'example',
      arrange: 'true',
      items: [
        {
          name: 'water',
          title: text('今日用水', '今日用水', 'Water today'),
          icon: 'Dashboard',
          rows: 3,
          body: { node: 'text', text: '12,840 m³' },
        },
        {
          name: 'alarms',
          title: text('报警', '警報', 'Alarms'),
          icon: 'Notification',
          columns: 8,
          rows: 3,
          body: three,
        },
        { name: 'note', columns: 12, rows: 2, body: one },
      ],
    },
  },
  each: {
    page: { data: source },
    answers: { [ROWS]: { list: blocks } },
    body: {
      node: 'each',
      source: 'rows',
      minWidth: 160,
      body: {
        node: 'statistic',
        title: '${row.fullName}',
        value: '${row.area}',
        unit: text('亩', '畝', 'mu'),
      },
    },
  },
} satisfies Readonly<Record<string, NodeExample>>
