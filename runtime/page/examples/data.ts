import { type NodeExample, ROWS, source, text } from './example'

const blocks = [
  { id: '1', fullName: 'B-01', area: 42.5, moisture: 23.4, state: 1 },
  { id: '2', fullName: 'B-02', area: 36, moisture: 18.9, state: 0 },
  { id: '3', fullName: 'B-03', area: 51.2, moisture: 27.1, state: 1 },
]
const readings = [
  { region: 'A', station: 'A-1', month: '2026-06', water: 1280.5 },
  { region: 'A', station: 'A-1', month: '2026-07', water: 2310.2 },
  { region: 'A', station: 'A-2', month: '2026-07', water: 860 },
  { region: 'B', station: 'B-1', month: '2026-06', water: 1940.3 },
  { region: 'B', station: 'B-1', month: '2026-07', water: 2015 },
]
const places = [
  {
    id: '1',
    fullName: 'B-01',
    area: 42.5,
    state: 1,
    outline: [
      [87.61, 43.81],
      [87.62, 43.81],
      [87.62, 43.815],
      [87.61, 43.815],
      [87.61, 43.81],
    ],
  },
  {
    id: '2',
    fullName: 'FGG-1',
    area: 0,
    state: 1,
    outline: {
      type: 'LineString',
      coordinates: [
        [87.6, 43.808],
        [87.63, 43.812],
      ],
    },
  },
  { id: '3', fullName: 'P-1', area: 0, state: 0, longitude: 87.6, latitude: 43.808 },
]
const application = {
  nodes: [
    { node: 'approve', id: 'dept', title: text('部门审批', '部門簽核', 'Department') },
    {
      node: 'choice',
      id: 'size',
      title: text('金额', '金額', 'Amount'),
      branches: [
        {
          title: text('大额', '大額', 'Large'),
          nodes: [{ node: 'approve', id: 'head', title: text('总经理审批', '總經理簽核', 'Director') }],
        },
        { title: text('其他', '其他', 'Others'), nodes: [] },
      ],
    },
    { node: 'cc', id: 'cash', title: text('抄送财务', '副本給財務', 'Tell accounting') },
  ],
}
const FORM = 'example/block.form.json'
const form = {
  fields: [
    { widget: 'input', name: 'fullName', label: '@common.name', required: true },
    { widget: 'number-input', name: 'area', label: text('面积', '面積', 'Area'), min: 0 },
  ],
}
const columns = [
  { path: 'fullName', label: '@common.name' },
  { path: 'area', label: text('面积（亩）', '面積（畝）', 'Area (mu)'), align: 'right', sortable: true },
  { path: 'moisture', label: text('含水率（%）', '含水率（%）', 'Moisture (%)'), align: 'right' },
]
const rows = { page: { data: source }, answers: { [ROWS]: { list: blocks, pagination: { total: 3 } } } }

export const data = {
  list: {
    ...rows,
    body: {
      node: 'list',
      source: 'rows',
      columns: columns.map((column) =>
        column.path === 'moisture'
          ? { ...column, style: [{ when: 'row.moisture < 20', tone: 'danger', strong: true }] }
          : column,
      ),
      paging: false,
      summary: ['area'],
      style: [{ when: 'row.state == 0', tone: 'warning' }],
      card: ['fullName', 'moisture', 'area'],
      open: { toast: 'info', text: '${row.fullName}' },
      detail: {
        node: 'descriptions',
        items: columns.map(({ path, label }) => ({ label, value: `\${row.${path}}` })),
      },
    },
  },
  tree: {
    page: { data: source, state: { unit: null } },
    answers: {
      [ROWS]: {
        list: [
          {
            id: 'a',
            fullName: 'FGG-1',
            children: [
              { id: 'a1', fullName: 'FGG-1-1' },
              { id: 'a2', fullName: 'FGG-1-2' },
            ],
          },
          { id: 'b', fullName: 'FGG-2' },
        ],
      },
    },
    body: {
      node: 'tree',
      source: 'rows',
      title: text('管网', '管網', 'Pipes'),
      filter: true,
      selected: 'page.unit',
    },
  },
  table: {
    ...rows,
    body: {
      node: 'table',
      source: 'rows',
      columns,
      row: [{ text: '@common.view', do: { emit: 'menu.changed' } }],
    },
  },
  form: {
    files: { [`forms/${FORM}`]: form },
    body: {
      node: 'form',
      ref: FORM,
      record: { fullName: 'B-01', area: 42.5 },
      submit: { toast: 'success', text: '${form.fullName}' },
    },
  },
  detail: {
    files: { [`forms/${FORM}`]: form },
    body: { node: 'detail', ref: FORM, record: { fullName: 'B-01', area: 42.5 } },
  },
  descriptions: {
    body: {
      node: 'descriptions',
      title: text('泵', '泵', 'Pump'),
      items: [
        { label: text('频率', '頻率', 'Frequency'), value: '35 Hz' },
        { label: text('压力', '壓力', 'Pressure'), value: '0.28 MPa' },
      ],
    },
  },
  chart: {
    ...rows,
    body: {
      node: 'chart',
      source: 'rows',
      title: text('各地块含水率', '各地塊含水率', 'Moisture by block'),
      kind: 'bar',
      x: 'fullName',
      y: [{ path: 'moisture', label: text('含水率', '含水率', 'Moisture') }],
      unit: '%',
      height: 240,
    },
  },
  report: {
    page: { data: source },
    answers: { [ROWS]: { list: readings } },
    body: {
      node: 'report',
      source: 'rows',
      title: text('各泵站每月水量', '各泵站每月水量', 'Water by station and month'),
      by: [
        { path: 'region', label: text('片区', '片區', 'Region') },
        { path: 'station', label: text('泵站', '泵站', 'Station') },
      ],
      across: [{ path: 'month', label: text('月份', '月份', 'Month') }],
      values: [{ path: 'water', label: text('水量', '水量', 'Water'), unit: 'm³', decimals: 1 }],
    },
  },
  map: {
    page: { data: source, state: { place: null } },
    answers: { [ROWS]: { list: places } },
    body: {
      node: 'map',
      source: 'rows',
      title: text('泵站与地块', '泵站與地塊', 'Stations and blocks'),
      shape: 'outline',
      text: '${row.fullName}',
      popup: text('${row.area} 亩', '${row.area} 畝', '${row.area} mu'),
      tone: "${row.state == 0 ? 'danger' : 'success'}",
      selected: 'page.place',
      height: 280,
    },
  },
  flow: {
    page: { data: { run: { call: ROWS, pick: 'list' } } },
    answers: { [ROWS]: { list: [application] } },
    body: {
      node: 'flow',
      source: 'run',
      title: text('采购申请', '採購申請', 'Purchase request'),
      flow: '${data.run[0]}',
      states: { start: 'done', dept: 'done', size: 'done', head: 'now', cash: 'waiting' },
      select: { toast: 'info', text: '${step.id}' },
      height: 360,
    },
  },
  designer: {
    body: {
      node: 'designer',
      title: text('页面文档', '頁面文件', 'A page'),
      value: {
        title: 'P-1',
        body: { node: 'statistic', title: text('泵频率', '泵頻率', 'Frequency'), value: 35, unit: 'Hz' },
      },
      lines: 12,
    },
  },
  modelDesigner: {
    body: { node: 'modelDesigner', model: 'example' },
    answers: {
      'visualDevelopment.info': {
        ...{
          id: 'example',
          fullName: '巡检记录',
          enCode: 'inspection',
          type: 1,
          webType: '2',
          enableFlow: 0,
        },
        ...{ formData: '', columnData: '', appColumnData: '', tables: '[]', draftVersion: 1 },
      },
    },
  },
  printDesigner: {
    body: { node: 'printDesigner', template: 'example' },
    answers: {
      'print.info': {
        ...{
          id: 'example',
          fullName: '巡检单',
          enCode: 'inspection',
          category: '',
          type: 1,
          modelId: 'inspection',
        },
        printTemplate: '<h2>P-1</h2><p>{place}</p>',
        pageParam: {
          ...{ type: '2', width: 210, height: 297, direction: '纵向', mt: 15, mb: 15, ml: 15, mr: 15 },
        },
        ...{ sortCode: 0, enabledMark: 1, description: '' },
      },
      'onlineDevelopment.list': { list: [], pagination: { total: 0 } },
      'print.fields': {
        list: [
          {
            id: 'headTable',
            fullName: '巡检记录',
            children: [{ id: 'place', fullName: 'P-1', jnpfKey: 'input' }],
          },
        ],
      },
    },
  },
  model: {
    body: {
      node: 'model',
      title: text('巡检记录', '巡檢記錄', 'Inspections'),
      form: {
        fields: [
          {
            __vModel__: 'place',
            __config__: { jnpfKey: 'input', label: 'P-1', required: true, span: 12 },
          },
          { __vModel__: 'hours', __config__: { jnpfKey: 'inputNumber', label: 'h', span: 12 } },
        ],
      },
      list: {
        columnList: [
          { prop: 'place', label: 'P-1' },
          { prop: 'hours', label: 'h' },
        ],
      },
    },
  },
  calendar: {
    page: { data: source },
    answers: {
      [ROWS]: {
        list: [
          { id: '1', fullName: 'LGZ-1', begin: '2026-07-01 06:00:00', end: '2026-07-03' },
          { id: '2', fullName: 'LGZ-2', begin: '2026-07-02' },
          { id: '3', fullName: 'LGZ-3', begin: '2026-07-02' },
          { id: '4', fullName: 'LGZ-4', begin: '2026-07-02' },
          { id: '5', fullName: 'LGZ-5', begin: '2026-07-15' },
        ],
      },
    },
    body: {
      node: 'calendar',
      source: 'rows',
      title: text('灌溉计划', '灌溉計畫', 'Irrigation plans'),
      at: '2026-07-15',
      date: 'begin',
      end: 'end',
      text: '${row.fullName}',
      do: { toast: 'info', text: '${row.fullName}' },
    },
  },
  statistic: {
    body: {
      node: 'statistic',
      title: text('今日用水', '今日用水', 'Water today'),
      value: 12840.5,
      decimals: 1,
      unit: 'm³',
      change: -320,
      better: 'down',
      tone: 'success',
      verdict: text('在计划内', '在計畫內', 'Within plan'),
      trend: [11_200, 12_900, null, 13_100, 13_400, 13_160, 12_840.5],
      trendText: text('近 7 天', '近 7 天', 'Last 7 days'),
      text: text('计划 14,000 m³', '計畫 14,000 m³', 'Of 14,000 m³ planned'),
    },
  },
  item: {
    body: {
      node: 'item',
      title: text('3 号轮灌组', '3 號輪灌組', 'Rotation group 3'),
      icon: 'Refresh',
      value: 62,
      unit: '%',
      text: text('还有 24 分钟', '還有 24 分鐘', '24 minutes left'),
      tone: 'success',
      progress: 62,
    },
  },
  progress: {
    body: {
      node: 'progress',
      title: text('第 3 轮灌溉', '第 3 輪灌溉', 'Rotation 3'),
      value: 7,
      total: 16,
      text: text('16 组中的 7 组', '16 組中的 7 組', '7 of 16 groups'),
    },
  },
} satisfies Readonly<Record<string, NodeExample>>
