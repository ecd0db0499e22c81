import { asRecord, isRecord } from '@runtime/json'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { rowCount, rowsOf, type TableRow } from '@runtime/widget/rows'
import { type Static, Type } from 'typebox'

/** One parameter of the data interface behind the select dialog (`reference/formdata-format.md §5`). */
const parameter = Type.Object(
  {
    field: Type.String(),
    defaultValue: Type.Optional(Type.Unknown()),
    relationField: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
)

const addTableConf = Type.Object(
  {
    popupTitle: Type.String({ title: '@table.popupTitle', default: '' }),
    popupType: Type.String({ title: '@table.popupType', default: 'dialog', enum: ['dialog', 'drawer'] }),
    popupWidth: Type.String({ title: '@table.popupWidth', default: '800px' }),
    interfaceId: Type.String({ title: '@table.interfaceId', default: '' }),
    interfaceName: Type.String({ title: '@table.interfaceName', default: '' }),
    templateJson: Type.Array(parameter, { title: '@table.templateJson', default: [] }),
    hasPage: Type.Boolean({ title: '@table.hasPage', default: true }),
    pageSize: Type.Integer({ title: '@table.pageSize', default: 20, minimum: 1 }),
    columnOptions: Type.Array(
      Type.Object({ label: Type.String(), value: Type.String() }, { additionalProperties: true }),
      { title: '@table.columnOptions', default: [] },
    ),
    relationOptions: Type.Array(
      Type.Object(
        {
          /** A member of the chosen row; with a `type` other than 1 the value itself. */
          value: Type.Unknown(),
          /** The column that takes it. */
          field: Type.String(),
          type: Type.Optional(Type.Integer()),
        },
        { additionalProperties: true },
      ),
      { title: '@table.relationOptions', description: '@table.relationOptionsTip', default: [] },
    ),
  },
  { additionalProperties: true, title: '@table.addTableConf', description: '@table.addTableConfTip' },
)

const headerGroup = Type.Object(
  {
    id: Type.String(),
    fullName: Type.String({ title: '@table.groupName' }),
    align: Type.String({ title: '@table.groupAlign', default: 'center', enum: ['left', 'center', 'right'] }),
    childColumns: Type.Array(Type.String(), { title: '@table.groupColumns' }),
  },
  { additionalProperties: true },
)

const settings = Type.Object({
  showTitle: Type.Boolean({ title: '@table.showTitle', description: '@table.showTitleTip', default: true }),
  showAddBtn: Type.Boolean({
    title: '@table.showAddBtn',
    description: '@table.showAddBtnTip',
    default: true,
  }),
  showDeleteBtn: Type.Boolean({
    title: '@table.showDeleteBtn',
    description: '@table.showDeleteBtnTip',
    default: true,
  }),
  actionText: Type.String({
    title: '@table.actionText',
    description: '@table.actionTextTip',
    default: '@table.add',
  }),
  showSummary: Type.Boolean({
    title: '@table.showSummary',
    description: '@table.showSummaryTip',
    default: false,
  }),
  summaryField: Type.Array(Type.String(), {
    title: '@table.summaryField',
    description: '@table.summaryFieldTip',
    default: [],
  }),
  thousands: Type.Boolean({ title: '@table.thousands', description: '@table.thousandsTip', default: false }),
  thousandsField: Type.Array(Type.String(), {
    title: '@table.thousandsField',
    description: '@table.thousandsFieldTip',
    default: [],
  }),
  complexHeaderList: Type.Array(headerGroup, {
    title: '@table.complexHeaderList',
    description: '@table.complexHeaderListTip',
    default: [],
  }),
  addType: Type.Integer({
    title: '@table.addType',
    description: '@table.addTypeTip',
    default: 0,
    enum: [0, 1],
  }),
  addTableConf: Type.Optional(addTableConf),
})

/** Settings of a sub-table (`reference/formdata-format.md §4`, `table`). Columns are the field's own `columns`. */
export type SubTableSettings = Static<typeof settings>
export type HeaderGroup = Static<typeof headerGroup>
export type AddTableConf = Static<typeof addTableConf>

export type { TableRow }

/** The designer's own default text; said in the reader's language instead of always in Chinese. */
const DEFAULT_ACTION_TEXT = '添加'

/** The headless half of the sub-table (`spec/widgets.md §2.2, §3, §5`). */
export const definition: WidgetDefinition<SubTableSettings, readonly TableRow[]> = {
  key: 'sub-table',
  jnpfKeys: ['table'],
  group: 'layout',
  title: '@table.title',
  icon: 'Nav',
  kind: 'table',
  long: true,
  example: {
    field: {
      columns: [
        { name: 'device', widget: 'input', label: '设备', required: true },
        { name: 'count', widget: 'number-input', label: '数量' },
        { name: 'price', widget: 'number-input', label: '单价' },
        { name: 'amount', widget: 'calculate', label: '金额', formula: 'count * price', precision: 2 },
      ],
      showSummary: true,
      summaryField: ['amount'],
      default: [
        { device: '电动三通球阀', count: 4, price: 1280 },
        { device: '压力变送器', count: 2, price: 268 },
      ],
    },
  },
  settings,
  defaults: {
    showTitle: true,
    showAddBtn: true,
    showDeleteBtn: true,
    actionText: '@table.add',
    showSummary: false,
    summaryField: [],
    thousands: false,
    thousandsField: [],
    complexHeaderList: [],
    addType: 0,
  },
  fromFormData,
  value: () => ({ type: 'array', items: { type: 'object' } }),
  initial: () => [],
  normalise: (value) => rowsOf(value) ?? value,
  toText: (value, _settings, context) => rowCount(value, context),
  fromText: (_text, _settings, context) => ({ error: context.text('@table.notFromText') }),
  notInTable: true,
}

function fromFormData(field: Readonly<Record<string, unknown>>): Partial<SubTableSettings> {
  const config = asRecord(field['__config__'])
  const actionText = field['actionText']
  const conf = asRecord(field['addTableConf'])
  return {
    showTitle: config['showTitle'] !== false,
    showAddBtn: field['showAddBtn'] !== false,
    showDeleteBtn: field['showDeleteBtn'] !== false,
    ...(typeof actionText === 'string' &&
      actionText !== '' &&
      actionText !== DEFAULT_ACTION_TEXT && { actionText }),
    showSummary: field['showSummary'] === true,
    summaryField: strings(field['summaryField']),
    thousands: field['thousands'] === true,
    thousandsField: strings(field['thousandsField']),
    complexHeaderList: headerGroups(config['complexHeaderList']),
    addType: Number(field['addType']) === 1 ? 1 : 0,
    ...(typeof conf['interfaceId'] === 'string' &&
      conf['interfaceId'] !== '' && { addTableConf: tableConf(conf) }),
  }
}

function headerGroups(value: unknown): HeaderGroup[] {
  return objects(value).map((item, index) => {
    const { id, fullName, align, childColumns } = item
    return {
      id: typeof id === 'string' ? id : `group${index}`,
      fullName: typeof fullName === 'string' ? fullName : '',
      align: align === 'left' || align === 'right' ? align : 'center',
      childColumns: strings(childColumns),
    }
  })
}

function tableConf(conf: Readonly<Record<string, unknown>>): AddTableConf {
  const text = (key: string, fallback: string) => {
    const value = conf[key]
    return typeof value === 'string' && value !== '' ? value : fallback
  }
  return {
    popupTitle: text('popupTitle', ''),
    popupType: text('popupType', 'dialog') === 'drawer' ? 'drawer' : 'dialog',
    popupWidth: text('popupWidth', '800px'),
    interfaceId: text('interfaceId', ''),
    interfaceName: text('interfaceName', ''),
    templateJson: objects(conf['templateJson']).flatMap((item) => {
      const field = item['field']
      return typeof field === 'string' ? [{ ...item, field } as Static<typeof parameter>] : []
    }),
    hasPage: conf['hasPage'] !== false,
    pageSize: Number(conf['pageSize']) > 0 ? Math.trunc(Number(conf['pageSize'])) : 20,
    columnOptions: objects(conf['columnOptions']).flatMap(({ value, label }) =>
      typeof value === 'string' ? [{ value, label: typeof label === 'string' ? label : value }] : [],
    ),
    relationOptions: objects(conf['relationOptions']).flatMap(({ value, field, type }) =>
      typeof field === 'string' && field !== '' ? [{ value, field, type: Number(type ?? 1) }] : [],
    ),
  }
}

/** The objects of a list; none of anything else. */
function objects(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
