import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
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
      Type.Object({ value: Type.String(), field: Type.String() }, { additionalProperties: true }),
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

/** A row as stored and sent: values by column name. */
export type TableRow = Readonly<Record<string, unknown>>

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

function rowCount(value: unknown, context: WidgetContext): string {
  const count = rowsOf(value)?.length ?? 0
  return count === 0 ? '' : context.text('@table.rowCount', { count })
}

/** Rows out of a stored value: an array, or its JSON text as older records have it; null for anything else. */
function rowsOf(value: unknown): readonly TableRow[] | null {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.filter((row) => typeof row === 'object' && row !== null)
  if (typeof value !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? rowsOf(parsed) : null
  } catch {
    return null
  }
}

function fromFormData(field: Readonly<Record<string, unknown>>): Partial<SubTableSettings> {
  const config = record(field['__config__'])
  const actionText = field['actionText']
  const conf = record(field['addTableConf'])
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
  return list(value).map((item, index) => {
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
    templateJson: list(conf['templateJson']).flatMap((item) => {
      const field = item['field']
      return typeof field === 'string' ? [{ ...item, field } as Static<typeof parameter>] : []
    }),
    hasPage: conf['hasPage'] !== false,
    pageSize: Number(conf['pageSize']) > 0 ? Math.trunc(Number(conf['pageSize'])) : 20,
    columnOptions: list(conf['columnOptions']).flatMap(({ value, label }) =>
      typeof value === 'string' ? [{ value, label: typeof label === 'string' ? label : value }] : [],
    ),
    relationOptions: list(conf['relationOptions']).flatMap(({ value, field }) =>
      typeof value === 'string' && typeof field === 'string' ? [{ value, field }] : [],
    ),
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
