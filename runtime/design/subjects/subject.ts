import type { Node } from '../../form/formdata/identities'
import { rulesFor } from '../../form/formdata/own-rules'
import { partOf } from '../../form/formdata/panes'
import { asRecord, isRecord } from '../../json'
import type { JsonSchema } from '../../schema/json-schema'
import type { Text } from '../../text'
import { createField, type DesignedWidget } from '../../widget/design'
import type { SettingPlace } from '../../widget/setting-place'
import { settingsSchema } from '../../widget/settings-schema'
import { type Address, found, pathOf, valueAt } from '../address'
import { sayingText } from '../coded'
import { type Command, together } from '../command'
import { definitionOf, nameOf, type Reason } from '../dialect'
import type { ModelTree } from '../document'
import { FORM } from '../nodes'
import type { Widgets } from '../references'
import { settingsOf, toFormData } from '../settings'
import { setsBetween, within } from './difference'
import { eventSettings, sharedSettings } from './field-settings'
import { formSettings, partSettings } from './form-settings'
import { formulaSetting } from './formula'
import { type MemberSetting, memberOf, valuesOf } from './member'
import { cannotCall, renaming } from './rename'
import { lastOf, ruleSettings } from './rule-settings'

type Json = Readonly<Record<string, unknown>>

/** What the settings panel edits: a node, a part of one, the form itself, several nodes at once, or a list or a part of it. */
export interface Subject {
  readonly kind: 'widget' | 'part' | 'form' | 'list' | 'unknown' | 'several'
  /** What it is: the widget's title, the part's, the form's. */
  readonly title: Text
  readonly icon?: string
  /** The widget's key, or which part it is. */
  readonly key: string
  /** The name in the record; empty where there is none. */
  readonly name: string
  /** The address in the tree that it was read from; of several, the first's. */
  readonly address: Address
  /** An object whose properties are the settings. */
  readonly schema: JsonSchema
  readonly places: ReadonlyMap<string, SettingPlace>
  readonly values: Json
  /** What `when` is judged by: the values over what counts where nothing is said. */
  readonly scope: Json
  /** The command that gives a setting a value (undefined: none); null when there is nothing to do. */
  change(name: string, value: unknown): Command | null
  /** Why a setting cannot have a value; null when it can. */
  faultOf(name: string, value: unknown): Reason | null
}

/** What stands at an address, as the panel edits it; undefined when nothing does. */
export function subjectOf(tree: ModelTree, widgets: Widgets, address: Address): Subject | undefined {
  const node = found(tree, address)
  if (!isRecord(node)) return undefined
  if (address.node === undefined && address.path.length === 0) return formSubject(node)
  const definition = definitionOf(node, widgets.catalogue)
  const widget = widgets.designed.get(definition?.key ?? '')
  if (widget) return widgetSubject(tree, widgets, address, node, widget)
  const part = partIn(tree, address, node, widgets)
  const settings = part === undefined ? undefined : partSettings[part]
  if (part !== undefined && settings)
    return memberSubject('part', part, `@design.part.${part}`, address, node, settings)
  return memberSubject('unknown', '', '@design.unknownWidget', address, node, new Map())
}

function partIn(tree: ModelTree, address: Address, node: Node, widgets: Widgets): string | undefined {
  const own = partOf(node)
  const path = pathOf(tree, address)
  if (own !== undefined || !path) return own
  const outer = path.slice(0, -3)
  const around = asRecord(valueAt(tree, outer))
  const within = definitionOf(around, widgets.catalogue)?.key
  return partOf(node, within ?? (outer.length > 3 ? partOf(around, 'table-grid') : undefined))
}

function formSubject(formData: Node): Subject {
  return memberSubject('form', 'form', '@design.formSettings', FORM, formData, formSettings)
}

/**
 * Something whose settings are all members of it.
 * @param unsaid what a setting is that is emptied, by its name
 */
export function memberSubject(
  kind: Subject['kind'],
  key: string,
  title: Text,
  address: Address,
  node: Node,
  settings: ReadonlyMap<string, MemberSetting>,
  unsaid: (name: string) => unknown = () => '',
): Subject {
  const values = valuesOf(settings, node)
  return {
    kind,
    key,
    title,
    name: '',
    address,
    schema: { type: 'object', properties: schemasOf(settings) },
    places: placesOf(settings),
    values,
    scope: values,
    change: (name, value) => {
      const setting = settings.get(name)
      return setting ? stored(address, node, setting, value, unsaid(name)) : null
    },
    faultOf: () => null,
  }
}

function widgetSubject(
  tree: ModelTree,
  widgets: Widgets,
  address: Address,
  node: Node,
  widget: DesignedWidget,
): Subject {
  const { definition } = widget
  const made = createField(widget, { id: 0, label: '', now: 0 })
  const formula = formulaSetting(tree.formData)
  const shared = new Map([
    ...sharedSettings(widget, node, made),
    ...(Array.isArray(memberOf(made, formula.at)) ? ([['expression', formula]] as const) : []),
  ])
  const events = eventSettings(widget, node)
  const rules = ruleSettings(rulesFor(definition))
  const members = new Map([...shared, ...rules, ...events])
  const own = settingsOf(widget, node)
  const { properties = {}, ...rest } = schemaOf(widget)
  const named = Object.fromEntries([...widget.places.keys()].map((name) => [name, properties[name] ?? {}]))
  const said = Object.entries(own).filter(([name, value]) => value !== undefined && widget.places.has(name))
  const values = { ...valuesOf(members, node), ...Object.fromEntries(said) }
  return {
    kind: 'widget',
    key: definition.key,
    title: definition.title,
    icon: definition.icon,
    name: nameOf(node),
    address,
    schema: { ...rest, properties: { ...schemasOf(members), ...named } },
    places: new Map([...placesOf(shared), ...widget.places, ...placesOf(rules), ...placesOf(events)]),
    values,
    scope: { ...own, ...values },
    change(name, value) {
      if (name === 'name') {
        const text = String(value ?? '')
        if (text === nameOf(node) || cannotCall(tree, address, text)) return null
        return renaming(tree, address, text, widgets)
      }
      const setting = members.get(name)
      if (setting) return stored(address, node, setting, value, memberOf(made, setting.at))
      if (!widget.places.has(name)) return null
      const next = toFormData(widget, { ...own, [name]: value }, node)
      const commands = setsBetween(address, node, next)
      return commands.length === 0 ? null : together(commands)
    },
    faultOf: (name, value) => (name === 'name' ? cannotCall(tree, address, String(value ?? '')) : null),
  }
}

const schemas = new WeakMap<DesignedWidget, JsonSchema>()

/** The same object each time: who draws it sees that it has not changed. */
function schemaOf(widget: DesignedWidget): JsonSchema {
  const schema = schemas.get(widget) ?? settingsSchema(widget.definition)
  schemas.set(widget, schema)
  return schema
}

/** Gives a member a value; without one it says what it says in something new (`unsaid`). */
function stored(
  address: Address,
  node: Node,
  { at, write, isGoneAlone = false }: MemberSetting,
  value: unknown,
  unsaid: unknown,
): Command | null {
  const before = memberOf(node, at)
  const isEmpty = value === undefined || value === null
  if (isEmpty && before === undefined) return null
  const [command] = setsBetween(within(address, ...at), before, isEmpty ? unsaid : write(value, before))
  if (isEmpty && unsaid === undefined)
    return { do: 'set', what: within(address, ...(isGoneAlone ? lastOf(node, at) : at)) }
  return command ? sayingText(address, node, at, isEmpty ? unsaid : write(value, before)) : null
}

function schemasOf(settings: ReadonlyMap<string, MemberSetting>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...settings].map(([name, { schema }]) => [name, schema]))
}

function placesOf(settings: ReadonlyMap<string, MemberSetting>): ReadonlyMap<string, SettingPlace> {
  return new Map([...settings].map(([name, { place }]) => [name, place]))
}
