import { asRecord } from '../../json'
import type { WidgetCatalogue, WidgetDefinition } from '../../widget/definition'
import type { PlanBuilder } from '../compile/builder'
import { constant } from '../compile/expressions'
import { completeField } from '../compile/field'
import { derivedRule } from '../document/derived-rule'
import { optional } from '../document/layout'
import { optionRule } from '../document/option-rule'
import { readNumber } from '../document/values'
import type { ContainerNode, FieldPlan, PlanNode } from '../plan'
import { type NormalField, normaliseField } from './aliases'
import { readCalculation } from './calculate'
import { current, filled, isStored, isVisible, labelled, labelOf, nameOf, requiredText } from './field-config'
import { namesIn } from './names'
import { panesOf } from './panes'
import { readPatterns } from './patterns'
import { isEvent, isWritten, missingFunction } from './scripts'
import { unsupportedOfField, unsupportedOfForm } from './unsupported'
import { widgetNameOf } from './widget-name'

type Json = Readonly<Record<string, unknown>>

interface Place {
  /** False inside a container that is hidden. */
  readonly visible: boolean
  readonly table?: string
}

/** Walks the `fields` of a `formData` and fills the plan. */
export class FormDataReader {
  readonly #builder: PlanBuilder
  readonly #catalogue: WidgetCatalogue
  readonly #form: Json
  readonly #names: ReadonlyMap<string, ReadonlySet<string>>

  constructor(builder: PlanBuilder, catalogue: WidgetCatalogue, form: Json) {
    this.#builder = builder
    this.#catalogue = catalogue
    this.#form = form
    this.#names = namesIn(Array.isArray(form['fields']) ? form['fields'] : [])
  }

  read(
    fields: readonly unknown[],
    pointer = '/fields',
    place: Place = { visible: true },
  ): readonly PlanNode[] {
    return fields.flatMap((item, index) => this.#readNode(asRecord(item), `${pointer}/${index}`, place) ?? [])
  }

  /** Tells what the form itself asks for in vain. */
  readFormSettings(): void {
    for (const { setting, kind } of unsupportedOfForm(this.#form)) this.#loss(`/${setting}`, kind, {})
  }

  /** Keeps a script; of what the sandbox does not have it is said. */
  addScript(name: string, script: string, pointer: string): void {
    this.#builder.scripts.set(name, script)
    if (!isEvent(name)) this.#loss(pointer, 'scriptEvent', { script: name })
    const missing = missingFunction(script)
    if (missing) this.#loss(pointer, 'scriptFunction', { script: name, name: missing })
  }

  #readNode(raw: Json, pointer: string, place: Place): PlanNode | undefined {
    const original = widgetNameOf(raw)
    const field = normaliseField(raw)
    const definition = this.#definition(original, field)
    const hasChildren = Array.isArray(field.__config__['children'])
    if (definition?.kind === 'layout' || (!definition && hasChildren && !nameOf(field)))
      return this.#readContainer(field, original, definition, pointer, place)
    const name = this.#nameFor(field, definition, pointer, place.table)
    if (name === undefined) return this.#readDisplay(field, original, definition, pointer, place)
    const plan = this.#readField(field, original, definition, name, pointer, place)
    return plan && { kind: 'field', id: plan.path, widget: plan.widget, span: plan.span, path: plan.path }
  }

  #definition(original: string, field: NormalField): WidgetDefinition | undefined {
    return (
      this.#catalogue.byJnpfKey(original) ?? this.#catalogue.byJnpfKey(String(field.__config__['jnpfKey']))
    )
  }

  /** A shown value without a name of its own (`isStorage` 0) gets one that no stored field has. */
  #nameFor(
    field: NormalField,
    definition: WidgetDefinition | undefined,
    pointer: string,
    table: string | undefined,
  ): string | undefined {
    const name = nameOf(field)
    if (name || definition?.kind !== 'field') return name || undefined
    return this.#shownName(field, definition, pointer, table) ?? this.#builder.nodeId(definition.key)
  }

  /** What lists call a shown attribute (`reference/columndata-format.md §3`), unless a field has that name. */
  #shownName(
    field: NormalField,
    definition: WidgetDefinition,
    pointer: string,
    table = '',
  ): string | undefined {
    const settings = { ...definition.defaults, ...this.#settings(definition, field, pointer) }
    const name = definition.derived?.name?.(settings)
    if (name === undefined || this.#names.get(table)?.has(name)) return undefined
    return this.#builder.fields.has(table === '' ? name : `${table}.${name}`) ? undefined : name
  }

  #readField(
    field: NormalField,
    original: string,
    definition: WidgetDefinition | undefined,
    name: string,
    pointer: string,
    place: Place,
  ): FieldPlan | undefined {
    const path = place.table === undefined ? name : `${place.table}.${name}`
    if (this.#builder.fields.has(path)) return this.#loss(pointer, 'duplicate', { name }, labelOf(field))
    const known = definition?.kind === 'table' && place.table !== undefined ? undefined : definition
    if (!known) this.#lose(pointer, 'unknownWidget', { widget: original }, labelOf(field))
    if (known?.notInTable && place.table)
      this.#lose(pointer, 'notInTable', { widget: original }, labelOf(field))
    const columns = known?.kind === 'table' ? this.#readColumns(field, path, pointer) : undefined
    const plan = completeField({
      ...this.#common(field, pointer, place),
      path,
      name,
      widgetName: original,
      label: labelOf(field),
      ...optional('definition', known),
      given: { ...this.#settings(known, field, pointer), ...current(field) },
      ...optional('columns', columns),
      stored: isStored(field),
      computed: known?.key === 'calculate' || known?.derived !== undefined,
    })
    this.#builder.addField(plan)
    this.#readRules(field, plan, pointer)
    return plan
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
      ...optional('tip', filled(config['tipLabel'])),
      ...optional('placeholder', filled(field['placeholder'])),
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
        visible: true,
        table,
      })
      const plan = node?.kind === 'field' ? this.#builder.fields.get(node.path) : undefined
      if (!plan || seen.has(plan.path)) return []
      seen.add(plan.path)
      return [plan]
    })
  }

  #readRules(field: NormalField, plan: FieldPlan, pointer: string): void {
    for (const { setting, kind } of unsupportedOfField(plan.definition?.key, field))
      this.#lose(`${pointer}/${setting}`, kind, {}, labelOf(field))
    if (plan.definition?.key === 'calculate') this.#readCalculation(field, plan, pointer)
    for (const rule of [optionRule(plan), derivedRule(plan)])
      if (rule) this.#builder.addRule({ ...rule, pointer })
    this.#readScripts(field, plan.path, pointer)
  }

  /** A formula that is none gives 0, and says so (`spec/widgets.md §8`). */
  #readCalculation(field: NormalField, plan: FieldPlan, pointer: string): void {
    const at = `${pointer}/expression`
    const place = { names: this.#names, ...optional('table', plan.table) }
    const precision = readNumber(field['precision']) ?? 0
    const draft = { target: plan.path, kind: 'value', precision, fallback: 0, pointer: at } as const
    try {
      const missing = (operand: string) => this.#loss(at, 'operand', { operand }, labelOf(field))
      const found = readCalculation(field['expression'], place, missing)
      this.#builder.addRule({
        ...draft,
        expression: found?.expression ?? constant(0),
        reads: found?.reads ?? [],
      })
    } catch (error) {
      this.#loss(at, 'expression', { reason: error instanceof Error ? error.message : '' }, labelOf(field))
      this.#builder.addRule({ ...draft, expression: constant(0), reads: [] })
    }
  }

  #readScripts(field: NormalField, place: string, pointer: string): void {
    for (const [event, script] of Object.entries(asRecord(field['on']))) {
      if (isWritten(script)) this.addScript(`${place}.${event}`, script, `${pointer}/on/${event}`)
    }
  }

  #readDisplay(
    field: NormalField,
    original: string,
    definition: WidgetDefinition | undefined,
    pointer: string,
    place: Place,
  ): PlanNode {
    if (!definition) this.#loss(pointer, 'unknownWidget', { widget: original }, labelOf(field))
    const widget = definition?.key ?? 'unknown'
    const id = this.#builder.nodeId(widget)
    this.#readScripts(field, id, pointer)
    return {
      kind: 'display',
      id,
      widget,
      span: this.#span(field),
      label: labelOf(field),
      ...labelled(field),
      settings: {
        ...definition?.defaults,
        ...this.#settings(definition, field, pointer),
        widgetName: original,
      },
      ...this.#hidden(id, place.visible && isVisible(field.__config__), pointer),
    }
  }

  #readContainer(
    field: NormalField,
    original: string,
    definition: WidgetDefinition | undefined,
    pointer: string,
    place: Place,
  ): ContainerNode {
    if (!definition) this.#loss(pointer, 'unknownWidget', { widget: original }, labelOf(field))
    const id = this.#builder.nodeId(definition?.key ?? 'unknown')
    const visible = place.visible && isVisible(field.__config__)
    const panes = panesOf(field, definition?.key)
    this.#readScripts(field, id, pointer)
    return {
      kind: 'container',
      id,
      widget: definition?.key ?? 'unknown',
      span: this.#span(field),
      label: filled(field['header']) ?? filled(field['title']) ?? labelOf(field),
      settings: {
        ...definition?.defaults,
        ...this.#settings(definition, panes.field, pointer),
        widgetName: original,
      },
      ...this.#hidden(id, visible, pointer),
      children: panes.children.flatMap(({ child, index, widget, settings }) => {
        const at = `${pointer}/__config__/children/${index}`
        if (!widget) return this.#readNode(child, at, { ...place, visible }) ?? []
        return [this.#readPane(child, widget, settings, at, { ...place, visible })]
      }),
    }
  }

  #readPane(pane: Json, widget: string, settings: Json, pointer: string, place: Place): ContainerNode {
    const field = normaliseField(pane)
    return {
      kind: 'container',
      id: this.#builder.nodeId(widget),
      widget,
      span: 24,
      label: filled(field['title']) ?? '',
      settings,
      children: panesOf(field, widget).children.flatMap((inner) => {
        const at = `${pointer}/__config__/children/${inner.index}`
        if (inner.widget) return [this.#readPane(inner.child, inner.widget, inner.settings, at, place)]
        return this.#readNode(inner.child, at, place) ?? []
      }),
    }
  }

  #hidden(id: string, visible: boolean, pointer: string) {
    if (visible) return {}
    const never = constant(false)
    this.#builder.addState(`#${id}`, 'visible', never, pointer)
    return { visible: never }
  }

  #span(field: NormalField): number {
    return readNumber(field.__config__['span']) ?? readNumber(this.#form['span']) ?? 24
  }

  #loss(pointer: string, kind: string, params: Json, field?: string): undefined {
    this.#builder.losses.push({
      pointer,
      message: `@form.loss.${kind}`,
      params,
      ...optional('field', field || undefined),
    })
    return undefined
  }

  #lose(pointer: string, kind: string, params: Json, field: string): void {
    this.#loss(pointer, kind, params, field)
  }
}
