import { EMPTY_SCRIPT } from '../form/formdata/scripts'
import { asRecord } from '../json'
import type { WidgetDefinition } from './definition'
import type { FormDataField } from './read'
import type { SettingPlace } from './setting-place'
import { settingPlaces } from './setting-places'

type Json = Readonly<Record<string, unknown>>

/**
 * What the designer asks of a widget besides its definition (`widgets/<key>/design.ts`): how version 3.5 stores a new
 * field of it (`reference/formdata-format.md §3, §4`), where its settings stand in one, and what they name.
 */
// biome-ignore lint/suspicious/noExplicitAny: as with definitions, a list of designs holds many settings.
export interface WidgetDesign<S extends object = any> {
  /** Its place in the palette within its group, from 1; no two in a group have the same. */
  readonly order: number
  /** Other words that people look for it by, in whatever language. */
  readonly keywords?: readonly string[]
  /**
   * A value for trying the form out, such as people fill in, for the record of that number (from 0); null where none can be
   * made up: whose id is known only where records are. Absent: always so.
   */
  sample?(settings: S, index: number): unknown
  /** The component that other products draw it with. Default: `Jnpf` and the widget's name. */
  readonly tag?: string
  /** Members of a new field's `__config__`, beside those of every field. */
  readonly config?: Json
  /** Members of a new field, beside those of every field. */
  readonly members?: Json
  /** Events that a new field has an empty script for. */
  readonly events?: readonly ('change' | 'blur' | 'click' | 'tabClick')[]
  readonly placeholder?: string
  /** False for a field whose value is kept only where it says so (`isStorage`): a new one has no name. */
  readonly isNamed?: boolean
  /** Where settings are stored that are not members of the field by their own names; null: a `formData` has no word for it. */
  readonly stored?: { readonly [K in keyof S]?: StoredSetting | null }
  /** Where settings stand in the panel whose names say something else in other widgets. */
  readonly places?: { readonly [K in keyof S]?: SettingPlace }
  /** What its settings name: for renaming, copying, impact and problems. */
  refs?(settings: S): readonly SettingReference[]
}

/** The way to a member of the field; or the members that say a setting, to be brought into what stands there. */
export type StoredSetting =
  | readonly string[]
  | ((value: never, field: FormDataField, settings: never) => Json)

/** Something that a setting names. */
export interface SettingReference {
  /** `column`: one of the sub-table's own; `modelField`: a field of the model that is named beside it. */
  readonly kind: 'field' | 'column' | 'interface' | 'model' | 'modelField' | 'dictionary' | 'rule' | 'people'
  /** A field's path (`total`, `items.amount`), a column's name, an id or code. */
  readonly name: string
  /** Where in the settings it stands. */
  readonly at: readonly (string | number)[]
}

/** A widget as the designer sees it. */
export interface DesignedWidget {
  readonly definition: WidgetDefinition
  readonly design: WidgetDesign
  /** Where each setting that a `formData` has a word for stands in the panel, in the order of the schema. */
  readonly places: ReadonlyMap<string, SettingPlace>
}

/** What every new field is given. */
export interface NewField {
  /** `formId`. */
  readonly id: number
  readonly label: string
  /** Milliseconds: with the id the render key. */
  readonly now: number
}

/** A field as the 3.5 designer makes it, complete. */
export function createField(
  { definition, design }: DesignedWidget,
  { id, label, now }: NewField,
): FormDataField {
  const { kind, jnpfKeys } = definition
  const isField = kind === 'field'
  const holds = kind === 'layout' || kind === 'table'
  const jnpfKey = String(design.config?.['jnpfKey'] ?? jnpfKeys[0])
  const on = Object.fromEntries((design.events ?? []).map((event) => [event, EMPTY_SCRIPT]))
  const isNamed = (isField || kind === 'table') && design.isNamed !== false
  return structuredClone({
    __config__: {
      jnpfKey,
      label,
      tipLabel: '',
      showLabel: isField,
      tag: design.tag ?? `Jnpf${jnpfKey.charAt(0).toUpperCase()}${jnpfKey.slice(1)}`,
      className: [],
      ...(isField && { defaultValue: null, required: false }),
      layout: holds ? 'rowFormItem' : 'colFormItem',
      span: 24,
      dragDisabled: false,
      visibility: ['pc', 'app'],
      tableName: '',
      noShow: false,
      ...(isField && { regList: [], trigger: 'change' }),
      formId: id,
      renderKey: now + id,
      ...(holds && { componentName: `row${id}`, children: [] }),
      ...design.config,
    },
    ...(design.events && { on }),
    ...(design.placeholder !== undefined && { placeholder: design.placeholder }),
    ...design.members,
    ...(isField && { style: { width: '100%' } }),
    ...((isField || kind === 'table') && { disabled: false }),
    ...(isNamed && { __vModel__: `${jnpfKey}Field${id}` }),
  })
}

/**
 * Both halves of the widgets that a `formData` may hold, by key. A folder that has names there and no design is an error, and so
 * is a setting without a place.
 */
export function designedWidgets(
  definitions: readonly WidgetDefinition[],
  designs: Readonly<Record<string, WidgetDesign>>,
): ReadonlyMap<string, DesignedWidget> {
  return new Map(
    definitions
      .filter(({ jnpfKeys }) => jnpfKeys.length > 0)
      .map((definition) => {
        const design = asRecord(designs)[`./${definition.key}/design.ts`] as WidgetDesign | undefined
        if (!design) throw new Error(`The widget "${definition.key}" has no design.ts`)
        return [definition.key, { definition, design, places: placesOf(definition, design) }]
      }),
  )
}

function placesOf(
  { key, settings }: WidgetDefinition,
  { stored, places }: WidgetDesign,
): ReadonlyMap<string, SettingPlace> {
  const names = Object.keys(settings.properties).filter((name) => stored?.[name] !== null)
  return new Map(
    names.map((name) => {
      const place = places?.[name] ?? settingPlaces[name]
      if (!place) throw new Error(`The setting "${name}" of the widget "${key}" has no place in the panel`)
      return [name, place]
    }),
  )
}
