import type { TObject } from 'typebox'
import type { HeadlessHost } from '../host'
import type { JsonSchema } from '../schema/json-schema'
import type { Text } from '../text'

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
  /** Its settings, with a title and a description each; every one has a default or is optional. */
  readonly settings: TObject
  readonly defaults: S
  /** Reads settings out of a field of `formData` (3.5 names; aliases are already resolved). */
  fromFormData?(field: Readonly<Record<string, unknown>>): Partial<S>
  /** JSON Schema of a filled value; emptiness and `required` are judged before it. */
  value?(settings: S): JsonSchema
  /** True for what counts as no value. Default: undefined, null, "" and []. */
  isEmpty?(value: unknown): boolean
  /** The value of a new record where the document gives no default. Default: null. */
  initial?(settings: S, context: WidgetContext): V
  /** Brings what arrives (a stored value, a paste, an older version) into the value's form; unchanged if it cannot. */
  normalise?(value: unknown, settings: S): unknown
  /** Rules that JSON Schema cannot say; a message when broken, null when kept. Bounds from other fields come by `context`. */
  check?(value: V, settings: S, context: WidgetContext): string | null
  /** The value as people read it: list cell, export, print, search, clipboard. Default: `String(value)`. */
  toText?(value: V, settings: S, context: WidgetContext): string
  /** The value of a text a person typed or pasted, or why not. Default: the text itself. */
  fromText?(text: string, settings: S, context: WidgetContext): FromText<V>
  /** How lists search it; absent: not searchable. */
  readonly filter?: readonly FilterOperator[]
  readonly sort?: 'text' | 'number'
  /** Where the choices come from, when the value is one of them. */
  options?(settings: S): OptionSource | null
  /** Called by the server when a record is written; its result replaces the value, whatever was sent. */
  readonly server?: ServerHook<S>
  /** Not allowed as a sub-table column (`reference/formdata-format.md §3`). */
  readonly notInTable?: boolean
  /** Not offered as a list column. */
  readonly notInList?: boolean
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

/** What a widget may know while it judges or shows a value. */
export interface WidgetContext extends HeadlessHost {
  /** Another value of the same record: in a sub-table row, the row's own first. Dotted for a column: `items.price`. */
  get(path: string): unknown
  /** The choices of this field, once resolved; undefined while unknown. */
  readonly options?: readonly Option[]
}

/** One choice, whatever its source called the members. */
export interface Option {
  readonly value: unknown
  readonly label: string
  readonly disabled?: boolean
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

/** A parameter of a data interface; `relationField` (a path) takes that field's value, else `defaultValue`. */
export interface OptionParam {
  readonly field: string
  readonly defaultValue: unknown
  readonly relationField?: string
  readonly [key: string]: unknown
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

/** What counts as no value unless a widget says otherwise. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
