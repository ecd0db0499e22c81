import type { Expression } from '../../expression/expression'
import { asRecord, asWord } from '../../json'
import type { Text } from '../../text'
import type { WidgetCatalogue, WidgetDefinition } from '../../widget/definition'
import { readCoded } from '../../widget/read'
import type { PlanBuilder } from '../compile/builder'
import { constant } from '../compile/expressions'
import { completeField } from '../compile/field'
import { optional } from '../document/layout'
import { readNumber } from '../document/values'
import type { ContainerNode, FieldPlan, PlanNode } from '../plan'
import { type NormalField, normaliseField } from './aliases'
import { type Designing, named } from './designing'
import {
  current,
  isStored,
  isVisible,
  labelled,
  labelOf,
  nameOf,
  placeholderOf,
  requiredText,
  titleOf,
} from './field-config'
import { withFittingDefault } from './fitting-default'
import { namesIn } from './names'
import { type OwnRules, readOwnRules, rulesFor } from './own-rules'
import { panesOf } from './panes'
import { readPatterns } from './patterns'
import { FieldRules } from './rules'
import { unsupportedOfForm } from './unsupported'
import { widgetNameOf } from './widget-name'

type Json = Readonly<Record<string, unknown>>

interface Place {
  /** False inside a container that is hidden. */
  readonly visible: boolean
  /** When the containers around are shown, the outermost first. */
  readonly around: readonly Expression[]
  readonly table?: string
}

/** A node that is being read. */
interface NodeReading {
  /** As it stands in the document, and by 3.5 names. */
  readonly raw: Json
  readonly field: NormalField
  /** The document's own name for the widget. */
  readonly original: string
  readonly definition: WidgetDefinition | undefined
  readonly pointer: string
}

/** What is known of a field before its plan is made. */
interface FieldParts {
  readonly path: string
  readonly name: string
  readonly known: WidgetDefinition | undefined
  readonly columns: readonly FieldPlan[] | undefined
  readonly own: OwnRules
}

/** Walks the `fields` of a `formData` and fills the plan. */
export class FormDataReader {
  readonly #builder: PlanBuilder
  readonly #catalogue: WidgetCatalogue
  readonly #form: Json
  readonly #names: ReadonlyMap<string, ReadonlySet<string>>
  readonly #design: Designing | undefined
  readonly #rules: FieldRules
  readonly #keys: Readonly<Record<string, string>>
  /** Nodes so far whose plan depends on others: names that are taken, operands. */
  #dependent = 0

  constructor(
    builder: PlanBuilder,
    catalogue: WidgetCatalogue,
    form: Json,
    design?: Designing,
    keys: Readonly<Record<string, string>> = {},
  ) {
    this.#design = design
    this.#keys = keys
    this.#builder = builder
    this.#catalogue = catalogue
    this.#form = form
    this.#names = namesIn(Array.isArray(form['fields']) ? form['fields'] : [])
    this.#rules = new FieldRules(builder, this.#names, design !== undefined)
  }

  read(
    fields: readonly unknown[],
    pointer = '/fields',
    place: Place = { visible: true, around: [] },
  ): readonly PlanNode[] {
    return fields.flatMap((item, index) => this.#readNode(asRecord(item), `${pointer}/${index}`, place) ?? [])
  }

  /** Tells what the form itself asks for in vain. */
  readFormSettings(): void {
    for (const { setting, kind } of unsupportedOfForm(this.#form)) this.#loss(`/${setting}`, kind, {})
  }

  /** Keeps a script of the form. */
  addScript(name: string, script: string, pointer: string): void {
    this.#rules.addScript(name, script, pointer)
  }

  /** While the form is designed a node that is what it was is not read again. */
  #readNode(raw: Json, pointer: string, place: Place): PlanNode | undefined {
    if (!this.#design) return this.#nodeOf(raw, pointer, place)
    const before = this.#design.again(raw, place)
    if (before && this.#builder.again(before.pieces, pointer)) return before.node
    const [mark, dependent] = [this.#builder.mark(), this.#dependent]
    const node = this.#nodeOf(raw, pointer, place)
    if (node && this.#dependent === dependent)
      this.#design.read(raw, { ...place, node, pieces: this.#builder.since(mark, pointer) })
    return node
  }

  #nodeOf(raw: Json, pointer: string, place: Place): PlanNode | undefined {
    const { original, field } = this.#design?.named(raw) ?? named(raw)
    const node: NodeReading = { raw, field, original, pointer, definition: this.#definition(original, field) }
    const hasChildren = Array.isArray(field.__config__['children'])
    if (node.definition?.kind === 'layout' || (!node.definition && hasChildren && !nameOf(field)))
      return this.#readContainer(node, place)
    const name = this.#nameFor(node, place.table)
    if (name === undefined) return this.#readDisplay(node, place)
    const plan = this.#readField(node, name, place)
    if (!plan) return this.#design && this.#inert(node, 'duplicate')
    if (this.#design && !plan.visible && !plan.table) return this.#inert(node, 'hidden')
    return {
      kind: 'field',
      id: plan.path,
      widget: plan.widget,
      span: plan.span,
      path: plan.path,
      ...this.#origin(raw, pointer),
      ...(this.#design && !plan.definition && { inert: 'unknown' }),
    }
  }

  /** A place of a form that is designed: what is not drawn there is named. */
  #inert({ raw, field, original, pointer }: NodeReading, inert: 'hidden' | 'duplicate'): PlanNode {
    return {
      kind: 'display',
      id: this.#nodeId('unknown', raw, pointer),
      widget: 'unknown',
      span: this.#span(field),
      label: titleOf(field),
      settings: { widgetName: original },
      ...this.#origin(raw, pointer),
      inert,
    }
  }

  #origin(raw: Json, pointer: string): Pick<PlanNode, 'origin'> {
    return this.#design ? { origin: this.#design.origin(raw, pointer) } : {}
  }

  #nodeId(widget: string, raw: Json, pointer: string): string {
    return this.#design?.nodeId(widget, raw, pointer) ?? this.#builder.nodeId(widget)
  }

  #definition(original: string, field: NormalField): WidgetDefinition | undefined {
    return (
      this.#catalogue.byJnpfKey(original) ?? this.#catalogue.byJnpfKey(asWord(field.__config__['jnpfKey']))
    )
  }

  /** A shown value without a name of its own (`isStorage` 0) gets one that no stored field has. */
  #nameFor(node: NodeReading, table: string | undefined): string | undefined {
    const { raw, field, definition, pointer } = node
    const name = nameOf(field)
    if (name || definition?.kind !== 'field') return name || undefined
    return this.#shownName(field, definition, pointer, table) ?? this.#nodeId(definition.key, raw, pointer)
  }

  /** What lists call a shown attribute (`reference/columndata-format.md §3`), unless a field has that name. */
  #shownName(
    field: NormalField,
    definition: WidgetDefinition,
    pointer: string,
    table = '',
  ): string | undefined {
    this.#dependent += 1
    const settings = { ...definition.defaults, ...this.#settings(definition, field, pointer) }
    const name = definition.derived?.name?.(settings)
    if (name === undefined || this.#names.get(table)?.has(name)) return undefined
    return this.#builder.fields.has(table === '' ? name : `${table}.${name}`) ? undefined : name
  }

  #readField(node: NodeReading, name: string, place: Place): FieldPlan | undefined {
    const { field, original, definition, pointer } = node
    const path = place.table === undefined ? name : `${place.table}.${name}`
    if (this.#builder.fields.has(path)) {
      this.#dependent += 1
      return this.#loss(pointer, 'duplicate', { name }, labelOf(field))
    }
    if (definition?.key === 'calculate') this.#dependent += 1
    const known = definition?.kind === 'table' && place.table !== undefined ? undefined : definition
    if (!known) this.#loss(pointer, 'unknownWidget', { widget: original }, labelOf(field))
    if (known?.notInTable && place.table)
      this.#loss(pointer, 'notInTable', { widget: original }, labelOf(field))
    const columns = known?.kind === 'table' ? this.#readColumns(field, path, pointer) : undefined
    const own = this.#ownRules(node, known)
    const plan = this.#fieldPlan(node, { path, name, known, columns, own }, place)
    this.#builder.addField(plan)
    this.#rules.read(field, plan, own, pointer)
    this.#rules.addOwn(plan, own, place.around, pointer)
    return plan
  }

  /** The plan of a field; while the form is designed that of the reading before, where it would say the same. */
  #fieldPlan(
    { raw, field, original, pointer }: NodeReading,
    { path, name, known, columns, own }: FieldParts,
    place: Place,
  ): FieldPlan {
    const { losses } = this.#builder
    const isShown = place.visible && isVisible(field.__config__)
    const kept = this.#design?.kept(raw, pointer, { path, visible: isShown, columns })
    if (kept) {
      losses.push(...kept.losses)
      return kept.field
    }
    const before = losses.length
    const read = completeField({
      ...this.#common(field, pointer, place),
      path,
      name,
      ...this.#storage(path, place),
      widgetName: original,
      label: titleOf(field),
      ...optional('definition', known),
      given: { ...this.#settings(known, field, pointer), ...current(field) },
      ...optional('columns', columns),
      stored: isStored(field),
      computed: known?.key === 'calculate' || known?.derived !== undefined || own.formula !== undefined,
    })
    const plan = withFittingDefault(read, (limit) =>
      this.#loss(`${pointer}/__config__/defaultValue`, 'longDefault', { limit }, labelOf(field)),
    )
    return this.#design?.marked(plan, raw, pointer, losses.slice(before)) ?? plan
  }

  /** What a value is stored under, where that is not what its field is called. */
  #storage(path: string, { table }: Place): Pick<FieldPlan, 'tableKey'> & Partial<Pick<FieldPlan, 'key'>> {
    const keyOf = (path: string) => (Object.hasOwn(this.#keys, path) ? this.#keys[path] : undefined)
    return {
      ...optional('key', keyOf(path)),
      ...optional('tableKey', table === undefined ? undefined : (keyOf(table) ?? table)),
    }
  }

  /** A widget that cannot read what stands there has its defaults: only its own place may fail. */
  #settings(definition: WidgetDefinition | undefined, field: NormalField, pointer: string): Json {
    try {
      return definition?.fromFormData?.(field) ?? {}
    } catch {
      this.#loss(pointer, 'settings', { widget: widgetNameOf(field) }, labelOf(field))
      return {}
    }
  }

  #common(field: NormalField, pointer: string, place: Place): Partial<FieldPlan> {
    const config = field.__config__
    return {
      showLabel: config['showLabel'] !== false,
      span: this.#span(field),
      defaultValue: config['defaultValue'] ?? null,
      required: config['required'] === true,
      visible: place.visible && isVisible(config),
      disabled: field['disabled'] === true,
      readonly: field['readonly'] === true,
      unique: config['unique'] === true,
      patterns: readPatterns(config['regList'], (pattern, index) =>
        this.#loss(`${pointer}/__config__/regList/${index}`, 'pattern', { pattern }, labelOf(field)),
      ),
      ...optional('table', place.table),
      ...optional('labelWidth', readNumber(config['labelWidth'])),
      ...optional('columnWidth', readNumber(field['columnWidth'] ?? config['columnWidth'])),
      ...optional('tip', readCoded(config, 'tipLabel')),
      ...optional('placeholder', placeholderOf(field)),
      ...(place.table === undefined &&
        config['jnpfKey'] !== 'table' && { requiredMessage: requiredText(field) }),
    }
  }

  #readColumns(field: NormalField, table: string, pointer: string): readonly FieldPlan[] {
    const children = field.__config__['children']
    if (!Array.isArray(children)) return []
    const seen = new Set<string>()
    return children.flatMap((child: unknown, index): FieldPlan[] => {
      const node = this.#readNode(asRecord(child), `${pointer}/__config__/children/${index}`, {
        ...{ visible: true, around: [] },
        table,
      })
      const plan = node?.kind === 'field' ? this.#builder.fields.get(node.path) : undefined
      if (!plan || seen.has(plan.path)) return []
      seen.add(plan.path)
      return [plan]
    })
  }

  #readDisplay({ raw, field, original, definition, pointer }: NodeReading, place: Place): PlanNode {
    if (!definition) this.#loss(pointer, 'unknownWidget', { widget: original }, labelOf(field))
    const widget = definition?.key ?? 'unknown'
    const id = this.#nodeId(widget, raw, pointer)
    this.#rules.readScripts(field, id, pointer)
    const isShown = place.visible && isVisible(field.__config__)
    const own = this.#condition(raw, isShown, id, titleOf(field), pointer)
    return {
      kind: 'display',
      id,
      widget,
      span: this.#span(field),
      label: titleOf(field),
      ...labelled(field),
      settings: {
        ...definition?.defaults,
        ...this.#settings(definition, field, pointer),
        widgetName: original,
      },
      ...this.#origin(raw, pointer),
      ...(this.#design && !definition && { inert: 'unknown' as const }),
      ...this.#hidden(id, isShown, pointer, own),
    }
  }

  #readContainer({ raw, field, original, definition, pointer }: NodeReading, place: Place): ContainerNode {
    if (!definition) this.#loss(pointer, 'unknownWidget', { widget: original }, labelOf(field))
    const id = this.#nodeId(definition?.key ?? 'unknown', raw, pointer)
    const isShown = place.visible && isVisible(field.__config__)
    // What stands in a hidden container is designed as well.
    const visible = isShown || this.#design !== undefined
    const panes = panesOf(field, definition?.key)
    const label = readCoded(field, 'header') ?? readCoded(field, 'title') ?? titleOf(field)
    const own = this.#condition(raw, isShown, id, label, pointer)
    const inner = { ...place, visible, around: own ? [...place.around, own] : place.around }
    this.#rules.readScripts(field, id, pointer)
    return {
      kind: 'container',
      id,
      widget: definition?.key ?? 'unknown',
      span: this.#span(field),
      label,
      settings: {
        ...definition?.defaults,
        ...this.#settings(definition, panes.field, pointer),
        widgetName: original,
      },
      ...this.#origin(raw, pointer),
      ...(this.#design && !definition && { inert: 'unknown' as const }),
      ...this.#hidden(id, isShown, pointer, own),
      children: panes.children.flatMap(({ child, index, widget, settings }) => {
        const at = `${pointer}/__config__/children/${index}`
        if (!widget) return this.#readNode(child, at, inner) ?? []
        return [this.#readPane(child, widget, settings, at, inner)]
      }),
    }
  }

  #readPane(pane: Json, widget: string, settings: Json, pointer: string, place: Place): ContainerNode {
    const field = normaliseField(pane)
    const id = this.#nodeId(widget, pane, pointer)
    const label = readCoded(field, 'title') ?? ''
    const own = this.#condition(pane, place.visible, id, label, pointer)
    const within = own ? { ...place, around: [...place.around, own] } : place
    return {
      kind: 'container',
      id,
      ...this.#origin(pane, pointer),
      widget,
      span: 24,
      label,
      settings,
      ...this.#hidden(id, true, pointer, own),
      children: panesOf(field, widget).children.flatMap((inner) => {
        const at = `${pointer}/__config__/children/${inner.index}`
        if (inner.widget) return [this.#readPane(inner.child, inner.widget, inner.settings, at, within)]
        return this.#readNode(inner.child, at, within) ?? []
      }),
    }
  }

  /** The rules of a field of its own. */
  #ownRules({ raw, field, pointer }: NodeReading, known: WidgetDefinition | undefined): OwnRules {
    return readOwnRules(raw, rulesFor(known), { builder: this.#builder, pointer, label: labelOf(field) })
  }

  /** When a node without a value is shown; what is never drawn has no such rule. */
  #condition(raw: Json, isShown: boolean, id: string, label: Text, pointer: string): Expression | undefined {
    const place = { builder: this.#builder, pointer, label: typeof label === 'string' ? label : label.zh }
    const { visible } = readOwnRules(raw, ['visible'], place)
    if (!isShown || !visible) return undefined
    return this.#rules.addVisible(`#${id}`, visible, [], pointer)
  }

  /** Why a node is not drawn, or when it is. */
  #hidden(
    id: string,
    visible: boolean,
    pointer: string,
    own: Expression | undefined,
  ): Pick<PlanNode, 'visible' | 'inert'> {
    if (visible) return own && !this.#design ? { visible: own } : {}
    if (this.#design) return { inert: 'hidden' }
    const never = constant(false)
    this.#builder.addState(`#${id}`, 'visible', never, pointer)
    return { visible: never }
  }

  #span(field: NormalField): number {
    return readNumber(field.__config__['span']) ?? readNumber(this.#form['span']) ?? 24
  }

  #loss(pointer: string, kind: string, params: Json, field?: string): undefined {
    this.#builder.lose(pointer, kind, params, field)
    return undefined
  }
}
