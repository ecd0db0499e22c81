import { type NodeExample, text } from './example'

/** A drawn field: examples fetch nothing. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 120"><rect width="320" height="120" fill="#8fc08a"/><path d="M0 60h320M80 0v120M200 0v120" stroke="#2f7d4f" stroke-width="4"/></svg>',
)}`

export const content = {
  text: { body: { node: 'text', kind: 'title', text: text('泵房', '泵房', 'Pump house') } },
  markdown: {
    body: {
      node: 'markdown',
      text: text(
        '## 开泵前\n\n1. 打开**至少一个**阀门\n2. 查看压力\n\n| 参数 | 上限 |\n| --- | --- |\n| 压力 | 0.4 MPa |',
        '## 開泵前\n\n1. 打開**至少一個**閥門\n2. 查看壓力\n\n| 參數 | 上限 |\n| --- | --- |\n| 壓力 | 0.4 MPa |',
        '## Before a start\n\n1. Open **at least one** valve\n2. Look at the pressure\n\n| value | at most |\n| --- | --- |\n| pressure | 0.4 MPa |',
      ),
    },
  },
  code: {
    body: {
      node: 'code',
      title: text('查询', '查詢', 'Query'),
      language: 'sql',
      code: 'select full_name, area\nfrom plot\nwhere area > 10 -- mu\norder by area desc',
    },
  },
  image: {
    body: {
      node: 'image',
      src: PICTURE,
      alt: text('地块示意图', '地塊示意圖', 'A drawing of blocks'),
      caption: text('六个地块', '六個地塊', 'Six blocks'),
      width: 320,
    },
  },
  alert: {
    body: {
      node: 'alert',
      kind: 'warning',
      title: text('压力偏高', '壓力偏高', 'High pressure'),
      text: text('2 号泵 0.38 MPa', '2 號泵 0.38 MPa', 'Pump 2: 0.38 MPa'),
    },
  },
  result: {
    body: {
      node: 'result',
      kind: 'success',
      title: text('轮灌已开始', '輪灌已開始', 'The rotation has begun'),
      text: text('第一组预计 40 分钟', '第一組預計 40 分鐘', 'The first group takes about 40 minutes'),
      items: [{ node: 'button', kind: 'primary', text: '@common.view', do: { emit: 'menu.changed' } }],
    },
  },
  iframe: {
    body: { node: 'iframe', src: '', height: 80, title: text('空白页', '空白頁', 'A blank page') },
  },
} satisfies Readonly<Record<string, NodeExample>>
