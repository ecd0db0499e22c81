import { type TSchema, Type } from 'typebox'
import type { WidgetContext, WidgetDefinition } from './definition'
import { checkNamed, idSchema, idsFromText, idsOf, namedText, normaliseIds } from './id-value'
import type { NameSource } from './named'
import type { OptionParam } from './option-param'
import { filledParams, paramsOf } from './options'
import { type FormDataField, given, readFlag, readNumber, readRecord, readText, readWord } from './read'

/** Rows of a page, where a popup has pages (`spec/widgets.md §9`). */
export const PAGE_ROWS = 20
/** Rows asked for without paging: by a popup select when it opens, by it after a search or reset and by all others always. */
export const ALL_ROWS = { atFirst: 100_000, later: 10_000 } as const
/** Pixels: a popup's width unless it has one of its own; the popover's width, and the height of its list. */
export const POPUP_WIDTH = '800px'
export const POPOVER = { width: 700, list: 300 } as const

/** A column of the table that rows are chosen from. */
export interface RowColumn {
  /** Member of the rows. */
  readonly value: string
  readonly label: string
}

/** Where and how rows are chosen (`spec/widgets.md §3`, popup-select configuration). */
export interface PopupSettings {
  readonly columnOptions: readonly RowColumn[]
  readonly hasPage: boolean
  readonly pageSize: number
  readonly popupType: 'dialog' | 'drawer'
  readonly popupTitle: string
  /** A CSS length. */
  readonly popupWidth: string
}

/** Rows of a data interface. */
export interface InterfaceSettings {
  readonly interfaceId: string
  readonly params: readonly OptionParam[]
  /** Member that is stored. */
  readonly propsValue: string
  /** Member that is shown. */
  readonly relationField: string
}

export const POPUP_DEFAULTS: PopupSettings = {
  columnOptions: [],
  hasPage: false,
  pageSize: PAGE_ROWS,
  popupType: 'dialog',
  popupTitle: '@dataWidgets.chooseData',
  popupWidth: POPUP_WIDTH,
}

export const INTERFACE_DEFAULTS: InterfaceSettings = {
  interfaceId: '',
  params: [],
  propsValue: 'id',
  relationField: 'fullName',
}

const title = (name: string) => `@dataWidgets.setting.${name}`

export const PopupSchema = {
  columnOptions: Type.Optional(
    Type.Array(Type.Object({ value: Type.String(), label: Type.String() }), {
      title: title('columnOptions'),
      description: 'Columns of the table: a member of the rows and its heading',
    }),
  ),
  hasPage: Type.Optional(
    Type.Boolean({ title: title('hasPage'), description: 'The table has pages; else all rows at once' }),
  ),
  pageSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, title: title('pageSize'), description: 'Rows of a page' }),
  ),
  popupType: Type.Optional(
    Type.Enum(['dialog', 'drawer'], { title: title('popupType'), description: 'What the table opens in' }),
  ),
  popupTitle: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      loam: 'text',
      title: title('popupTitle'),
      description: 'Its heading',
    }),
  ),
  popupWidth: Type.Optional(
    Type.String({ title: title('popupWidth'), description: 'Its width, a CSS length' }),
  ),
} satisfies Record<string, TSchema>

export const InterfaceSchema = {
  interfaceId: Type.Optional(
    Type.String({ title: title('interfaceId'), description: 'Id or code of the data interface' }),
  ),
  params: Type.Optional(
    Type.Array(Type.Unsafe<OptionParam>(Type.Record(Type.String(), Type.Unknown())), {
      title: title('params'),
      description: 'Its parameters; relationField takes the value of another field',
    }),
  ),
  propsValue: Type.Optional(
    Type.String({ title: title('propsValue'), description: 'Member that is stored; id' }),
  ),
  relationField: Type.Optional(
    Type.String({ title: title('relationField'), description: 'Member that is shown; fullName' }),
  ),
} satisfies Record<string, TSchema>

export function readPopup(field: FormDataField): Partial<PopupSettings> {
  return given({
    columnOptions: Array.isArray(field['columnOptions']) ? columnsOf(field['columnOptions']) : undefined,
    hasPage: readFlag(field['hasPage']),
    pageSize: readNumber(field['pageSize']),
    popupType: readWord(field['popupType'], ['dialog', 'drawer']),
    popupTitle: readText(field['popupTitle']),
    popupWidth: lengthOf(field['popupWidth']),
  })
}

/** Reads `interfaceId`, `templateJson`, `propsValue` and `relationField` (`reference/formdata-format.md §4`). */
export function readInterface(field: FormDataField): Partial<InterfaceSettings> {
  return given({
    interfaceId: readText(field['interfaceId']),
    params: Array.isArray(field['templateJson']) ? paramsOf(field['templateJson']) : undefined,
    propsValue: readText(field['propsValue']),
    relationField: readText(field['relationField']),
  })
}

export function columnsOf(entries: readonly unknown[]): readonly RowColumn[] {
  return entries.flatMap((entry) => {
    const value = readText(readRecord(entry)?.['value'])
    return value === undefined ? [] : [{ value, label: readText(readRecord(entry)?.['label']) ?? value }]
  })
}

/** A length of CSS; a bare number is pixels, and what is neither is left to the default. */
function lengthOf(value: unknown): string | undefined {
  const text = readText(value)
  if (text === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(text)) return `${text}px`
  return /^\d+(\.\d+)?(px|%|em|rem|vw)$/.test(text) ? text : undefined
}

/**
 * Names of rows are looked up among those that a record's own parameters answer; where no record is at hand (`get` absent), those that
 * follow its fields are left out.
 */
export function interfaceNames(
  settings: InterfaceSettings,
  get?: (path: string) => unknown,
): NameSource | null {
  const { interfaceId, params, propsValue, relationField } = settings
  if (interfaceId === '') return null
  const filled = get
    ? filledParams(params, get).map(({ relationField: _, ...param }) => param)
    : params.filter((param) => param.relationField === undefined)
  return { kind: 'interface', id: interfaceId, params: filled, value: propsValue, label: relationField }
}

/** Fields whose values the rows depend on. */
export function relatedFields({ params }: Pick<InterfaceSettings, 'params'>): readonly string[] {
  return params.flatMap(({ relationField }) => relationField ?? [])
}

type Parts = Pick<
  WidgetDefinition,
  'value' | 'initial' | 'normalise' | 'check' | 'toText' | 'fromText' | 'filter' | 'sort' | 'names'
>

/** What a field of one id or several answers, whatever they are the ids of. */
export function chosenById<S extends object>(
  names: (settings: S, get?: (path: string) => unknown) => NameSource | null,
  isMultiple: (settings: S) => boolean,
): Parts {
  const check = (value: unknown, settings: S, context: WidgetContext) => {
    const source = names(settings, context.get)
    return source && checkNamed(source, idsOf({ settings }, value), context)
  }
  return {
    names,
    value: (settings: S) => idSchema(isMultiple(settings)),
    initial: (settings: S) => (isMultiple(settings) ? [] : null),
    normalise: (value, settings) => normaliseIds(value, isMultiple(settings as S)),
    check: (value, settings, context) => check(value, settings as S, context),
    toText(value, settings, context) {
      const source = names(settings as S, context.get)
      return source ? namedText(source, value, context) : String(value ?? '')
    },
    fromText: (text, settings, context) => idsFromText(text, isMultiple(settings as S), context),
    filter: ['equals', 'in'],
    sort: 'text',
  }
}
