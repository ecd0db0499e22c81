import type { TObject } from 'typebox'
import type { HeadlessHost } from '../host'
import type { JsonSchema } from '../schema/json-schema'
import type { Text } from '../text'
import type { NameSource } from './named'
import type { OptionParam } from './option-param'

/**
 * The headless half of a widget (`widgets/<key>/definition.ts`): all that the compiler, the server, lists and exports
 * ask of it. The other half, its components, is `widgets/widget.ts`.
 */
// biome-ignore lint/suspicious/noExplicitAny: a catalogue holds widgets of many settings and values; each folder types its own.
export interface WidgetDefinition<S extends object = any, V = any> {
  /** The name in documents, equal to its folder: `number-input`. */
  readonly key: string
  /** Every name that a published model's `formData` has had for it (`reference/formdata-format.md §1`). */
  readonly jnpfKeys: readonly string[]
  readonly group: WidgetGroup
  readonly title: Text
  /** Name of an Arco icon component without its prefix: `FontColors`. */
  readonly icon: string
  /** `field` holds a value, `display` shows, `layout` holds other widgets, `table` holds rows. */
  readonly kind: 'field' | 'display' | 'layout' | 'table'
  /** A layout widget whose fields are members of the object under its name (`design/language.md §4`, sub-forms). */
  readonly grouping?: boolean
  /** It takes a whole line where a document leaves the layout to the form: texts of many lines, rows, files. */
  readonly long?: boolean
  /** Of a table: its rows are forms, whose fields stand under `fields`; absent: columns, under `columns`. */
  readonly rowsAre?: 'forms'
  /** Settings that ask for a value: the field is required. */
  requires?(settings: S): boolean
  /** Its settings, with a title and a description each; every one has a default or is optional. */
  readonly settings: TObject
  readonly defaults: S
  /** Reads settings out of a field of `formData` (3.5 names; aliases are already resolved). */
  fromFormData?(field: Readonly<Record<string, unknown>>): Partial<S>
  /** JSON Schema of a filled value; emptiness and `required` are validated before it. */
  value?(settings: S): JsonSchema
  /** Bytes that a text value may have. Default: `TEXT_LIMIT`, or four a character of the schema's `maxLength` where that is more. */
  readonly textLimit?: number | ((settings: S) => number | undefined)
  /** True for what counts as no value. Default: undefined, null, "" and []. */
  isEmpty?(value: unknown): boolean
  /** The value of a new record where the document gives no default. Default: null. */
  initial?(settings: S, context: WidgetContext): V
  /** What clearing leaves. Default: null. */
  cleared?(settings: S): unknown
  /** True where blanks around its text count for nothing: it is judged and kept without them. Default: false. */
  trims?(settings: S): boolean
  /** Brings what arrives (a stored value, a paste, an older version) into the value's form; unchanged if it cannot. */
  normalise?(value: unknown, settings: S): unknown
  /** The sentence for a text that was typed and is no value: it stays in the field, and nothing is saved with it. */
  misread?(value: unknown, settings: S, context: WidgetContext): string | null
  /** Rules that JSON Schema cannot say; a message when broken, null when kept. Bounds from other fields come by `context`. */
  check?(value: V, settings: S, context: WidgetContext): string | null
  /** True while its bounds leave nothing to enter: what stands there stays (`spec/widgets.md §4`). Default: false. */
  locked?(settings: S, context: WidgetContext): boolean
  /** The value as people read it: list cell, export, print, search, clipboard. Default: `String(value)`. */
  toText?(value: V, settings: S, context: WidgetContext): string
  /** The value of a text a person typed or pasted, or why not. Default: the text itself. */
  fromText?(text: string, settings: S, context: WidgetContext): FromText<V>
  /** How lists search it; absent: not searchable. */
  readonly filter?: readonly FilterOperator[]
  /** What a list looks for when it is searched by a value: of a path of ids its last. Default: the value's members. */
  sought?(value: unknown): readonly unknown[]
  readonly sort?: 'text' | 'number'
  /** The format in which its text writes moments: lists search it by dates. Null or absent: it is no moment. */
  moment?(settings: S): string | null
  /** Where the choices come from, when the value is one of them. */
  options?(settings: S): OptionSource | null
  /**
   * Whose names the ids in a value are; those of a whole page of records are resolved in one batched call. `get` reads the other
   * values of the record, where the source follows some of them.
   */
  names?(settings: S, get?: (path: string) => unknown): NameSource | null
  /** The ids in a value that `names` knows. Default: the value, or its members, as text. */
  ids?(value: unknown, settings: S): readonly string[]
  /** Paths of other fields whose change empties the value: it was chosen for what stood there. */
  dependsOn?(settings: S): readonly string[]
  /** A value that follows from other fields, in the browser and on the server; what a request sends for it is ignored. */
  readonly derived?: Derivation<S>
  /** Milliseconds without a change before its formula runs again on the screen; absent: at once. */
  readonly debounce?: number
  /** The ids of the uploaded files in a value: who may read the record may read them. */
  files?(value: unknown, settings: S): readonly string[]
  /** What a request sent, as the server takes it before judging it: files by their own facts, markup without what is not allowed. */
  receive?(value: unknown, settings: S, context: ReceiveContext): unknown
  /** Its value is a secret: kept encrypted, masked wherever it is only read, in no search, order or group. Default: false. */
  isSecret?(settings: S): boolean
  /** Called by the server when a record is written; its result replaces the value, whatever was sent. */
  readonly server?: ServerHook<S>
  /** What the gallery shows of it, where the defaults alone say little. */
  readonly example?: WidgetExample
  /** Not allowed as a sub-table column (`reference/formdata-format.md §3`). */
  readonly notInTable?: boolean
  /** Not offered as a list column. */
  readonly notInList?: boolean
}

/** Words of the form language (`schemas/language/form.schema.json`): settings, `default`, `columns`, `fields`, `formula`. */
export interface WidgetExample {
  readonly field?: Readonly<Record<string, unknown>>
  /** Fields that it needs beside it: the operands of a calculation, the source of an attribute. */
  readonly beside?: readonly Readonly<Record<string, unknown>>[]
}

export type WidgetGroup =
  | 'text'
  | 'choice'
  | 'date'
  | 'people'
  | 'data'
  | 'file'
  | 'code'
  | 'system'
  | 'display'
  | 'layout'

/** `contains` is text search; `in` one of several; `between` takes `[from, to]`, either may be null. */
export type FilterOperator = 'equals' | 'contains' | 'in' | 'between'

export type FromText<V> = { readonly value: V } | { readonly error: string }

/** What a widget may know while it validates or shows a value. */
export interface WidgetContext extends HeadlessHost {
  /** Another value of the same record: in a sub-table row, the row's own first. Dotted for a column: `items.price`. */
  get(path: string): unknown
  /** The choices of this field, once resolved; undefined while unknown. */
  readonly options?: readonly Option[]
  /** What the field at a path refers to (a chosen record's or row's own values), for attributes that show a part of it. */
  related?(path: string): Readonly<Record<string, unknown>> | null | undefined
}

/** What the server takes a request with. */
export interface ReceiveContext extends HeadlessHost {
  /** HTML with nothing in it but what `markup.ts` allows. */
  sanitise(html: string): string
}

/** One choice, whatever its source called the members. */
export interface Option {
  readonly value: unknown
  readonly label: Text
  readonly disabled?: boolean
  /** Names what is kept, and is offered and taken where it is kept alone. */
  readonly withdrawn?: true
  readonly children?: readonly Option[]
  /** The source's own record, for scripts and linked settings. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** Where choices come from (`reference/formdata-format.md §5`). */
export type OptionSource =
  | { readonly kind: 'static'; readonly options: readonly Option[] }
  | { readonly kind: 'dictionary'; readonly type: string; readonly value: 'id' | 'enCode' }
  | {
      readonly kind: 'interface'
      readonly id: string
      readonly params: readonly OptionParam[]
      readonly value: string
      readonly label: string
      readonly children: string
    }
  | {
      readonly kind: 'call'
      readonly call: string
      readonly with: unknown
      readonly value: string
      readonly label: string
      readonly children: string
    }

/** How a value follows from what other fields refer to: an attribute of a chosen record. */
export interface Derivation<S> {
  /** The paths it reads; in a sub-table row its own columns by their names. */
  reads(settings: S): readonly string[]
  /** What the value is called where the document gives it no name, because it is shown and not kept. */
  name?(settings: S): string | undefined
  /** Undefined while what it follows from is not known: what stands there stays. */
  value(settings: S, context: WidgetContext): unknown
}

/** `always` runs on create and update, `create` on create only (an update keeps the stored value). */
export interface ServerHook<S> {
  readonly on: 'create' | 'always'
  /** A value the server alone can give; undefined keeps the stored one. `serial` draws the next number of a rule, once, in the record's transaction. */
  value(settings: S, context: ServerContext): Promise<unknown> | unknown
}

export interface ServerContext extends WidgetContext {
  serial(rule: string): Promise<string>
  readonly creating: boolean
}

/** All widgets by key and by every name of theirs. */
export interface WidgetCatalogue {
  get(key: string): WidgetDefinition | undefined
  byJnpfKey(name: string): WidgetDefinition | undefined
  all(): readonly WidgetDefinition[]
}

/** Builds the catalogue; two folders that claim one name are an error that names both. */
export function createCatalogue(definitions: Readonly<Record<string, WidgetDefinition>>): WidgetCatalogue {
  const byKey = new Map<string, WidgetDefinition>()
  const owners = new Map<string, string>()
  for (const [file, definition] of Object.entries(definitions)) {
    for (const name of new Set([definition.key, ...definition.jnpfKeys])) {
      const owner = owners.get(name)
      if (owner) throw new Error(`The widget name "${name}" is claimed by ${owner} and by ${file}`)
      owners.set(name, file)
      byKey.set(name, definition)
    }
  }
  const list = Object.values(definitions)
  return {
    get: (key) => {
      const found = byKey.get(key)
      return found?.key === key ? found : undefined
    },
    byJnpfKey: (name) => byKey.get(name),
    all: () => list,
  }
}

/** What clearing a field leaves. */
export function clearedValue(field: {
  readonly definition?: WidgetDefinition
  readonly settings: object
}): unknown {
  return field.definition?.cleared?.(field.settings) ?? null
}

/** What clearing leaves of a chosen person, place or row: the empty list, or of a single one the empty text (`spec/widgets.md §4`, pickers). */
export function clearedChoice(multiple: boolean): unknown {
  return multiple ? [] : ''
}

/** What counts as no value unless a widget says otherwise. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
