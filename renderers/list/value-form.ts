import { createFormStore } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { isBlank } from '@runtime/list/values'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { catalogue } from '@widgets/definitions'
import { isEdited } from '@widgets/edited'

/**
 * Fields of a search or condition are the model's fields made free: nothing required, nothing computed, under names of
 * their own (a column `items.amount` is a plain field here).
 */
export interface FreeField {
  readonly name: string
  readonly field: FieldPlan
  readonly label: string
  readonly multiple: boolean
  /** Of a range: which end it is. A day alone means its first moment, or its last. */
  readonly end?: 'from' | 'to'
}

/** A plan of plain fields, not drawn as a tree: its leaves are placed one by one. */
export function valueStore(
  fields: readonly FreeField[],
  host: Host,
  checks: FormPlan['checks'] = [],
): FormStore {
  return plainStore(fields.map(freeField), host, checks)
}

/** Whether a field of such a store holds a text that is no value of it; what that is, is said at the field. */
export function isMisread(store: FormStore, name: string): boolean {
  const { definition, settings } = store.plan.fields.get(name) ?? {}
  const value = store.get(name)
  if (isBlank(value) || !definition?.misread || !settings) return false
  return definition.misread(value, settings, { ...store.host, get: (path) => store.get(path) }) !== null
}

/** Fields by themselves: no rules, no tree. */
export function plainStore(
  freed: readonly FieldPlan[],
  host: Host,
  checks: FormPlan['checks'] = [],
): FormStore {
  const plan: FormPlan = {
    id: 'values',
    title: '',
    groups: new Map(),
    checks,
    load: [],
    save: [],
    dialect: 'form',
    layout: LAYOUT,
    nodes: freed.map(({ path, widget }) => ({ kind: 'field', id: path, widget, span: 24, path })),
    fields: new Map(freed.map((field) => [field.path, field])),
    schema: {
      type: 'object',
      properties: Object.fromEntries(freed.map(({ path, schema }) => [path, schema])),
    },
    rules: [],
    dependents: new Map(),
    losses: [],
    scripts: new Map(),
    source: null,
  }
  return createFormStore(plan, host)
}

const LAYOUT: FormPlan['layout'] = {
  size: 'default',
  labelPosition: 'right',
  labelWidth: 88,
  gutter: 16,
  disabled: false,
  popup: 'general',
  widths: { general: '600px', fullScreen: '100%', drawer: '600px' },
  buttons: {},
  printIds: [],
  concurrencyLock: false,
  primaryKeyPolicy: 1,
  logicalDelete: false,
  className: [],
}

/** Widgets that ask in another way than they are filled in; the rest ask as themselves. */
const ASKED_BY: Readonly<Record<string, string>> = {
  textarea: 'input',
  'serial-number': 'input',
  'auto-complete': 'input',
  text: 'input',
  calculate: 'number-input',
  radio: 'select',
  checkbox: 'select',
}

/** A field as it is asked for: by itself, and not filled in. */
export function freeField({ name, field, label, multiple, end }: FreeField): FieldPlan {
  const wanted = ASKED_BY[field.widget] ?? openDataWidget(field) ?? field.widget
  const widget = isEdited(catalogue.get(wanted)) ? wanted : 'input'
  const definition = askingBy(catalogue.get(widget))
  const own = widget === field.widget ? field.settings : {}
  const { start: _start, end: _end, ...unbounded } = { ...definition?.defaults, ...own } as Settings
  const settings = {
    ...(widget.endsWith('-picker') ? unbounded : { ...definition?.defaults, ...own }),
    ...filterSettings(definition?.defaults ?? {}, field, multiple),
    ...(widget === 'date-picker' && { dayTime: end === 'to' ? 'last' : 'first' }),
  }
  const { table: _table, columns: _columns, labelWidth: _width, tip: _tip, placeholder, ...rest } = field
  return {
    ...rest,
    path: name,
    name,
    widget,
    ...(definition ? { definition } : {}),
    // What the field says of filling in ("made by the system") would mislead who searches with another widget.
    ...(widget === field.widget && placeholder !== undefined ? { placeholder } : {}),
    label,
    showLabel: true,
    settings,
    defaultValue: null,
    required: false,
    visible: true,
    disabled: false,
    readonly: false,
    patterns: [],
    unique: false,
    computed: false,
    schema: {},
  }
}

type Settings = Readonly<Record<string, unknown>>

/** What is looked for is bound by nothing that binds what is filled in, but it has to be a value. */
function askingBy(definition: WidgetDefinition | undefined): WidgetDefinition | undefined {
  if (!definition) return undefined
  const { check: _check, locked: _locked, ...asking } = definition
  return asking
}

/** A search takes one or several as the list says, begins empty, can be emptied, and depends on no other field. */
function filterSettings(
  defaults: Readonly<Record<string, unknown>>,
  { settings }: FieldPlan,
  multiple: boolean,
): Record<string, unknown> {
  const requested = {
    options: settings['options'],
    multiple,
    clearable: true,
    filterable: true,
    selectType: 'all',
    defaultCurrent: false,
  }
  return Object.fromEntries(Object.entries(requested).filter(([name]) => name in defaults))
}

/** A creation time is asked as a date, a creator as text. */
function openDataWidget(field: FieldPlan): string | undefined {
  if (field.widget !== 'open-data') return undefined
  return field.definition?.sort === 'number' || field.schema.type === 'number' ? 'date-picker' : 'input'
}
