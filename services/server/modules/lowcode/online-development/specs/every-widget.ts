type Json = Readonly<Record<string, unknown>>

/** A widget that takes a value, in the words of `formData`, with what it keeps and what it refuses. */
export interface WidgetCase {
  /** Its 3.5 name, and the one that versions before had for it. */
  readonly key: string
  readonly alias?: string
  /** Name of the field; a refusal points at it. */
  readonly name: string
  readonly config?: Json
  readonly members?: Json
  readonly value: unknown
  /** How the value reads for people. */
  readonly reads: unknown
  /** Values that nobody may send, each with the sentence that refuses it. */
  readonly refuses: readonly (readonly [value: unknown, message: string])[]
  /** What a list is searched by to find the value, and what does not find it; absent: no list is searched by it. */
  readonly found?: readonly [symbol: string, value: unknown, other: unknown]
}

const static_ = { dataType: 'static' }
const choices = {
  options: [
    { id: 1, fullName: '甲' },
    { id: 2, fullName: '乙' },
  ],
  props: { label: 'fullName', value: 'id' },
}
const tree = {
  options: [{ id: 'a', fullName: '一区', children: [{ id: 'a1', fullName: '一区1号' }] }],
  props: { label: 'fullName', value: 'id', children: 'children' },
}
const materials = {
  interfaceId: 'materials',
  propsValue: 'id',
  relationField: 'fullName',
  columnOptions: [{ value: 'fullName', label: '名称' }],
}
/** 2026-05-05 in the time zone of the farm. */
const MAY_5 = Date.UTC(2026, 4, 4, 16)
const DAY = 86_400_000
const GONE = 'nobody-has-this-id'
const gone = `“${GONE}”不在可选项中`
const type = (name: string) => `${name}格式不正确`
const XINJIANG = ['650000', '652300', '652323']
const FARM = ['demo-group', 'demo-farm']

export const everyWidget: readonly WidgetCase[] = [
  {
    key: 'input',
    alias: 'comInput',
    name: 'title',
    config: { regList: [{ pattern: '/^[A-Z]/', message: '请以大写字母开头' }] },
    members: { maxlength: 8 },
    value: 'Alpha',
    reads: 'Alpha',
    refuses: [
      [{}, type('title')],
      ['Alphabets', 'title不能超过8个字符'],
      ['alpha', '请以大写字母开头'],
    ],
    found: ['like', 'lph', 'beta'],
  },
  {
    key: 'textarea',
    name: 'remark',
    members: { maxlength: 4 },
    value: '第一行',
    reads: '第一行',
    refuses: [
      [{}, type('remark')],
      ['第一行太长', 'remark不能超过4个字符'],
    ],
    found: ['like', '一行', '二行'],
  },
  {
    key: 'inputNumber',
    alias: 'numInput',
    name: 'amount',
    members: { min: 1, max: 9000, precision: 2, thousands: true },
    value: 1234.5,
    reads: '1,234.50',
    refuses: [
      ['许多', type('amount')],
      [0, 'amount不能小于1'],
      [9001, 'amount不能大于9000'],
    ],
    found: ['between', [1234, 1235], [1, 2]],
  },
  { key: 'switch', name: 'on', value: 1, reads: '开', refuses: [[2, 'on不在可选范围内']] },
  {
    key: 'radio',
    name: 'one',
    config: static_,
    members: choices,
    value: 1,
    reads: '甲',
    refuses: [[3, '“3”不在可选项中']],
    found: ['==', 1, 2],
  },
  {
    key: 'checkbox',
    name: 'many',
    config: { ...static_, defaultValue: [] },
    members: choices,
    value: [1, 2],
    reads: '甲,乙',
    refuses: [
      [[1, 3], '“3”不在可选项中'],
      [[1, 1], 'many不能有重复项'],
    ],
    found: ['in', [2], [3]],
  },
  {
    key: 'select',
    name: 'select',
    config: static_,
    members: { ...choices, multiple: true },
    value: [2],
    reads: '乙',
    refuses: [[[9], '“9”不在可选项中']],
    found: ['in', [2], [1]],
  },
  {
    key: 'select',
    name: 'dictionary',
    config: { dataType: 'dictionary', dictionaryType: 'crop' },
    members: { props: { label: 'fullName', value: 'enCode' } },
    value: 'cotton',
    reads: '棉花',
    refuses: [[['cotton', 'maize'], type('dictionary')]],
    found: ['==', 'cotton', 'maize'],
  },
  {
    key: 'cascader',
    name: 'path',
    config: static_,
    members: tree,
    value: ['a', 'a1'],
    reads: '一区/一区1号',
    refuses: [
      [['a', 'a9'], '“a/a9”不在可选项中'],
      [['a'], '只能选择最末级'],
    ],
    found: ['in', ['a1'], ['a9']],
  },
  {
    key: 'treeSelect',
    name: 'node',
    config: static_,
    members: { ...tree, lastLevel: true },
    value: 'a1',
    reads: '一区1号',
    refuses: [
      ['a9', '“a9”不在可选项中'],
      ['a', '只能选择最末级'],
    ],
    found: ['==', 'a1', 'a'],
  },
  {
    key: 'datePicker',
    alias: 'date',
    name: 'day',
    config: { startTimeRule: true, startTimeType: 1, startTimeValue: MAY_5 },
    members: { format: 'yyyy-MM-dd' },
    value: MAY_5 + DAY,
    reads: '2026-05-06',
    refuses: [
      ['昨天', '“昨天”不是日期，格式应为 yyyy-MM-dd'],
      [MAY_5 - DAY, '不能早于2026-05-05'],
    ],
    found: ['between', [MAY_5, MAY_5 + 2 * DAY], [MAY_5 - DAY, MAY_5]],
  },
  {
    key: 'timePicker',
    alias: 'time',
    name: 'time',
    config: { endTimeRule: true, endTimeType: 1, endTimeValue: '18:00' },
    members: { format: 'HH:mm:ss' },
    value: '06:30:00',
    reads: '06:30:00',
    refuses: [
      ['25:00:00', '“25:00:00”不是时间，格式应为 HH:mm:ss'],
      ['18:00:01', '不能晚于18:00:00'],
    ],
    found: ['between', ['06:00:00', '07:00:00'], ['08:00:00', '09:00:00']],
  },
  {
    key: 'dateRange',
    name: 'span',
    members: { format: 'yyyy-MM-dd' },
    value: [MAY_5, MAY_5 + DAY],
    reads: '2026-05-05 ~ 2026-05-06',
    refuses: [[[MAY_5, MAY_5 - DAY], '结束日期不能早于开始日期']],
  },
  {
    key: 'numRange',
    name: 'numbers',
    value: [0, 5],
    reads: '0 ~ 5',
    refuses: [[[5, 0], '起始值不能大于结束值']],
  },
  {
    key: 'rate',
    name: 'stars',
    members: { count: 5 },
    value: 4,
    reads: 4,
    refuses: [
      [6, 'stars不能大于5'],
      [3.5, '必须是1的倍数'],
    ],
  },
  {
    key: 'slider',
    name: 'slide',
    members: { min: 10, max: 20, step: 5 },
    value: 15,
    reads: 15,
    refuses: [
      [25, 'slide不能大于20'],
      [12, '必须是5的倍数'],
    ],
  },
  {
    key: 'colorPicker',
    name: 'colour',
    value: '#2e7d32',
    reads: '#2e7d32',
    refuses: [['绿', '“绿”不是颜色']],
  },
  {
    key: 'editor',
    name: 'page',
    value: '<p>开泵前检查</p>',
    reads: '开泵前检查',
    refuses: [[5, type('page')]],
  },
  {
    key: 'uploadFile',
    name: 'files',
    value: [],
    reads: [],
    refuses: [
      [[{ name: 'a.pdf', fileId: GONE, url: '/x' }], '文件“a.pdf”不存在或无权使用，请重新上传'],
      ['a.pdf', type('files')],
    ],
  },
  {
    key: 'uploadImg',
    name: 'images',
    value: [],
    reads: [],
    refuses: [[[{ name: 'a.png', fileId: GONE, url: '/x' }], '文件“a.png”不存在或无权使用，请重新上传']],
  },
  {
    key: 'organizeSelect',
    alias: 'comSelect',
    name: 'organize',
    value: FARM,
    reads: '绿源农业集团/绿源高标准农田示范区',
    refuses: [[[GONE], gone]],
    found: ['in', ['demo-farm'], ['demo-north']],
  },
  {
    key: 'depSelect',
    name: 'department',
    value: 'demo-irrigation',
    reads: '灌溉运维部',
    refuses: [
      [GONE, gone],
      [['demo-irrigation', 'demo-supply'], type('department')],
    ],
    found: ['==', 'demo-irrigation', 'demo-supply'],
  },
  {
    key: 'posSelect',
    name: 'position',
    value: 'demo-group-head',
    reads: '总经理',
    refuses: [[GONE, gone]],
    found: ['==', 'demo-group-head', 'demo-group-deputy'],
  },
  {
    key: 'roleSelect',
    name: 'role',
    value: null,
    reads: '',
    refuses: [[GONE, gone]],
  },
  {
    key: 'groupSelect',
    name: 'group',
    value: 'demo-drought',
    reads: '抗旱应急组',
    refuses: [[GONE, gone]],
    found: ['==', 'demo-drought', 'demo-night-watch'],
  },
  {
    key: 'userSelect',
    name: 'person',
    value: 'demo-person-090',
    reads: '杜振华',
    refuses: [
      [GONE, gone],
      ['demo-irrigation', '“demo-irrigation”不在可选项中'],
    ],
    found: ['==', 'demo-person-090', 'demo-person-091'],
  },
  {
    key: 'usersSelect',
    name: 'mixed',
    members: { multiple: true },
    value: ['demo-person-090--user', 'demo-irrigation--department'],
    reads: '杜振华,灌溉运维部',
    refuses: [
      [[`${GONE}--user`], `“${GONE}--user”不在可选项中`],
      [['demo-person-090'], '“demo-person-090”不在可选项中'],
    ],
    found: ['in', ['demo-irrigation--department'], ['demo-supply--department']],
  },
  {
    key: 'areaSelect',
    name: 'area',
    value: XINJIANG,
    reads: '新疆维吾尔自治区/昌吉回族自治州/呼图壁县',
    refuses: [
      [XINJIANG.slice(0, 2), '请选择到区县一级'],
      [['650000', '652300', GONE], gone],
      [['110000', '652300', '652323'], '“北京市/昌吉回族自治州/呼图壁县”不是有效的地区'],
    ],
    found: ['in', ['652323'], ['110000']],
  },
  {
    key: 'popupSelect',
    name: 'material',
    members: materials,
    value: 'urea',
    reads: '尿素',
    refuses: [[GONE, gone]],
    found: ['==', 'urea', 'mkp'],
  },
  {
    key: 'popupTableSelect',
    name: 'several',
    members: { ...materials, multiple: true },
    value: ['urea', 'mkp'],
    reads: '尿素,磷酸二氢钾',
    refuses: [[['urea', GONE], gone]],
  },
  {
    key: 'relationForm',
    name: 'other',
    members: { modelId: 'demo-water-use', relationField: 'recordNo', columnOptions: [] },
    value: '',
    reads: '',
    refuses: [[GONE, gone]],
  },
  {
    key: 'autoComplete',
    name: 'suggested',
    members: { interfaceId: 'materials', maxlength: 4 },
    value: '尿素',
    reads: '尿素',
    refuses: [['尿素和地膜', 'suggested不能超过4个字符']],
    found: ['like', '尿', '膜'],
  },
  {
    key: 'dictionarySelect',
    name: 'category',
    value: 'crop',
    reads: '作物',
    refuses: [[GONE, gone]],
    found: ['==', 'crop', 'unit'],
  },
  {
    key: 'serialTemplateSelect',
    name: 'rule',
    value: 'purchaseOrder',
    reads: '采购单号',
    refuses: [[GONE, gone]],
    found: ['==', 'purchaseOrder', 'inspection'],
  },
]
