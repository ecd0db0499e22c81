import { type Expression, ExpressionError } from '../../expression/expression'
import { isRecord } from '../../json'
import { nearestOf } from '../../nearest'
import type { JsonSchema } from '../../schema/json-schema'
import type { WidgetCatalogue, WidgetDefinition } from '../../widget/definition'
import { compileFormExpression } from '../compile/aggregates'
import type { PlanBuilder } from '../compile/builder'
import { constant, everyOf } from '../compile/expressions'
import { completeField } from '../compile/field'
import { rounding } from '../compile/rounding'
import type { ContainerNode, FieldPlan, PlanNode } from '../plan'
import { readChecks } from './checks'
import { DateBounds } from './date-bounds'
import { derivedRule } from './derived-rule'
import { optional } from './layout'
import { optionRule } from './option-rule'
import { readPlace } from './place'
import { isFieldWord, readSettings } from './settings'
import { readNumber, readText } from './values'

type Json = Readonly<Record<string, unknown>>

/** What surrounds a field: conditions of containers, the sub-table whose column it is. */
interface Place {
  readonly visible: readonly Expression[]
  readonly table?: string
  /** The group whose members its fields are. */
  readonly group?: string
}

/** What is looked into of a field's words: its `patterns`, and whether its widget takes what it is given. */
export interface FieldChecks {
  readonly readPatterns: (list: unknown, pointer: string, builder: PlanBuilder) => FieldPlan['patterns']
  readonly fits: (schema: JsonSchema, value: unknown) => boolean
}

/** Reads the `fields` of a form document into nodes, fields and rules. */
export class NodeReader {
  readonly #builder: PlanBuilder
  readonly #catalogue: WidgetCatalogue
  readonly #checks: FieldChecks
  readonly #bounds: DateBounds

  constructor(builder: PlanBuilder, catalogue: WidgetCatalogue, checks: FieldChecks) {
    this.#builder = builder
    this.#catalogue = catalogue
    this.#checks = checks
    this.#bounds = new DateBounds(builder)
  }

  /** What can be said once all fields are known: that another date is one. */
  finish(): void {
    this.#bounds.finish()
  }

  readFields(list: readonly unknown[], pointer: string, place: Place = { visible: [] }): readonly PlanNode[] {
    return list.flatMap((item, index) => this.#readNode(item, `${pointer}/${index}`, place) ?? [])
  }

  #readNode(item: unknown, pointer: string, place: Place): PlanNode | undefined {
    if (!isRecord(item)) return this.#problem(pointer, '@form.problem.notAField')
    const definition = this.#widget(item, pointer)
    if (!definition) return undefined
    if (definition.kind === 'layout')
      return this.#readContainer(item, definition.key, pointer, place, definition)
    if (definition.kind === 'display') return this.#readDisplay(item, definition, pointer)
    const field = this.#readField(item, definition, pointer, place)
    if (!field) return undefined
    return { kind: 'field', id: field.path, widget: field.widget, span: field.span, path: field.path }
  }

  #widget(item: Json, pointer: string): WidgetDefinition | undefined {
    const key = item['widget']
    if (typeof key !== 'string') return this.#problem(pointer, '@form.problem.noWidget')
    const found = this.#catalogue.get(key) ?? this.#catalogue.byJnpfKey(key)
    if (found) return found
    const nearest = nearestOf(
      key,
      this.#catalogue.all().map((definition) => definition.key),
    )
    return this.#problem(`${pointer}/widget`, '@form.problem.unknownWidget', { widget: key }, nearest)
  }

  #settings(item: Json, definition: WidgetDefinition, pointer: string): Json {
    return readSettings(item, definition, pointer, this.#builder, this.#checks.fits)
  }

  #readField(item: Json, definition: WidgetDefinition, pointer: string, place: Place): FieldPlan | undefined {
    const given = readPlace(item['name'], place)
    if (given.path === undefined) return this.#problem(`${pointer}/name`, given.problem, given.params)
    const { path, names } = given
    const name = names.at(-1) ?? path
    if (place.table && (definition.notInTable || definition.kind === 'table'))
      return this.#problem(`${pointer}/widget`, '@form.problem.notInTable', { widget: definition.key })
    if (!place.table && !this.#isFree(path, names, pointer)) return undefined
    const columns =
      definition.kind === 'table' ? this.#readColumns(item, definition, path, pointer) : undefined
    const field = completeField({
      ...this.#common(item, pointer),
      path,
      name,
      definition,
      widgetName: definition.key,
      label: readText(item['label']) ?? name,
      given: {
        ...this.#settings(item, definition, pointer),
        ...this.#bounds.read(item, definition, pointer, place.table),
      },
      ...optional('table', place.table),
      ...optional('place', !place.table && names.length > 1 ? names : undefined),
      ...optional('columns', columns),
      computed: typeof item['formula'] === 'string' || definition.derived !== undefined,
    })
    if (!this.#builder.addField(field))
      return this.#problem(`${pointer}/name`, '@form.problem.duplicate', { name })
    for (const column of columns ?? []) this.#builder.fields.set(column.path, column)
    this.#readRules(item, field, pointer, place)
    readChecks(item, field.path, pointer, this.#builder)
    return field
  }

  /** Whether a place may be a field's: no other field is there, nor is one inside the other. The groups on the way are made. */
  #isFree(path: string, names: readonly string[], pointer: string): boolean {
    const { fields, groups } = this.#builder
    const above = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join('.'))
    const holder = above.find((one) => fields.has(one))
    if (holder !== undefined) {
      const kind = fields.get(holder)?.columns ? 'throughList' : 'inside'
      this.#problem(`${pointer}/name`, `@form.problem.${kind}`, { name: path, other: holder })
      return false
    }
    if (groups.has(path)) {
      const other = [...fields.keys()].find((one) => one.startsWith(`${path}.`)) ?? path
      this.#problem(`${pointer}/name`, '@form.problem.inside', { name: other, other: path })
      return false
    }
    above.forEach((one, index) => {
      if (!groups.has(one)) groups.set(one, { path: one, place: names.slice(0, index + 1) })
    })
    return true
  }

  #common(item: Json, pointer: string): Partial<FieldPlan> {
    return {
      showLabel: item['showLabel'] !== false,
      span: readNumber(item['span']) ?? 24,
      defaultValue: item['default'] ?? null,
      required: item['required'] === true,
      visible: item['visible'] !== false,
      disabled: item['disabled'] === true,
      readonly: item['readonly'] === true,
      unique: item['unique'] === true,
      stored: item['stored'] !== false,
      patterns: this.#checks.readPatterns(item['patterns'], `${pointer}/patterns`, this.#builder),
      ...optional('labelWidth', readNumber(item['labelWidth'])),
      ...optional('columnWidth', readNumber(item['columnWidth'])),
      ...optional('tip', readText(item['tip'])),
      ...optional('placeholder', readText(item['placeholder'])),
      ...optional('requiredMessage', readText(item['requiredMessage'])),
    }
  }

  #readColumns(
    item: Json,
    { rowsAre }: WidgetDefinition,
    table: string,
    pointer: string,
  ): readonly FieldPlan[] {
    const word = rowsAre === 'forms' ? 'fields' : 'columns'
    const list = Array.isArray(item[word]) ? item[word] : []
    if (list.length === 0) this.#problem(`${pointer}/${word}`, '@form.problem.noColumns')
    return list.flatMap((column: unknown, index): FieldPlan[] => {
      const at = `${pointer}/${word}/${index}`
      if (!isRecord(column)) {
        this.#problem(at, '@form.problem.notAField')
        return []
      }
      const definition = this.#widget(column, at)
      return definition ? [this.#readField(column, definition, at, { visible: [], table }) ?? []].flat() : []
    })
  }

  #readRules(item: Json, field: FieldPlan, pointer: string, place: Place): void {
    const own = this.#condition(item, 'visible', pointer)
    const visible = everyOf([
      ...place.visible,
      ...(own ? [own] : item['visible'] === false ? [constant(false)] : []),
    ])
    this.#builder.addState(
      field.path,
      'visible',
      place.visible.length > 0 || own ? visible : undefined,
      pointer,
    )
    this.#builder.addState(field.path, 'required', this.#condition(item, 'required', pointer), pointer)
    this.#builder.addState(field.path, 'disabled', this.#condition(item, 'disabled', pointer), pointer)
    const formula = this.#condition(item, 'formula', pointer)
    if (formula)
      this.#builder.addRule({
        target: field.path,
        kind: 'value',
        expression: formula,
        ...rounding(field),
        pointer,
      })
    for (const rule of [optionRule(field), derivedRule(field)])
      if (rule) this.#builder.addRule({ ...rule, pointer })
  }

  #condition(item: Json, key: string, pointer: string): Expression | undefined {
    const source = item[key]
    if (typeof source !== 'string') return undefined
    try {
      return compileFormExpression(source)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const { message, params } = error.problem
      return this.#problem(`${pointer}/${key}`, message, { ...params, source })
    }
  }

  #readDisplay(item: Json, definition: WidgetDefinition, pointer: string): PlanNode {
    const id = this.#builder.nodeId(definition.key)
    return {
      kind: 'display',
      ...this.#nodeBase(item, id, pointer),
      widget: definition.key,
      label: readText(item['label']) ?? '',
      settings: { ...definition.defaults, ...this.#settings(item, definition, pointer) },
    }
  }

  /** The object within the record that a container's fields are members of. */
  #readGroup(item: Json, pointer: string, place: Place): { readonly group?: string } {
    const given = readPlace(item['name'], place)
    if (given.path === undefined) {
      this.#problem(`${pointer}/name`, given.problem, given.params)
      return {}
    }
    const { path, names } = given
    if (this.#builder.fields.has(path)) {
      this.#problem(`${pointer}/name`, '@form.problem.duplicate', { name: path })
      return {}
    }
    if (!this.#isFree(`${path}.`, [...names, ''], pointer)) return {}
    const encode = item['encode'] === 'json' ? ({ encode: 'json' } as const) : {}
    const title = readText(item['title']) ?? readText(item['label'])
    this.#builder.groups.set(path, {
      ...this.#builder.groups.get(path),
      path,
      place: names,
      ...optional('title', title),
      ...encode,
    })
    return { group: path }
  }

  /** A container's panes are containers too; their settings are their own words (`name`, `colspan`, …). */
  #readContainer(
    item: Json,
    widget: string,
    pointer: string,
    place: Place,
    definition?: WidgetDefinition,
  ): ContainerNode {
    const base = this.#nodeBase(item, this.#builder.nodeId(widget), pointer)
    const grouped: { readonly group?: string } =
      definition?.grouping && item['name'] !== undefined ? this.#readGroup(item, pointer, place) : {}
    const inner = {
      ...place,
      visible: [...place.visible, ...(base.visible ? [base.visible] : [])],
      ...grouped,
    }
    const fields = Array.isArray(item['fields'])
      ? this.readFields(item['fields'], `${pointer}/fields`, inner)
      : []
    const panes = (Array.isArray(item['panes']) ? item['panes'] : []).filter(isRecord)
    return {
      kind: 'container',
      ...base,
      widget,
      label: readText(item['title']) ?? readText(item['label']) ?? '',
      ...grouped,
      settings: definition
        ? { ...definition.defaults, ...this.#settings(item, definition, pointer) }
        : Object.fromEntries(Object.entries(item).filter(([key]) => key === 'name' || !isFieldWord(key))),
      children: [
        ...panes.map((pane, index) =>
          this.#readPane(pane, widget, index, `${pointer}/panes/${index}`, inner),
        ),
        ...fields,
      ],
    }
  }

  #readPane(pane: Json, parent: string, index: number, pointer: string, place: Place): ContainerNode {
    const widget = parent === 'table-grid' ? 'grid-row' : parent === 'grid-row' ? 'grid-cell' : 'pane'
    return this.#readContainer({ name: String(index + 1), ...pane }, widget, pointer, place)
  }

  #nodeBase(item: Json, id: string, pointer: string) {
    const own = item['visible'] === false ? constant(false) : this.#condition(item, 'visible', pointer)
    this.#builder.addState(`#${id}`, 'visible', own, pointer)
    return { id, span: readNumber(item['span']) ?? 24, ...optional('visible', own) }
  }

  #problem(pointer: string, message: string, params?: Json, nearest?: string): undefined {
    this.#builder.problems.push({
      pointer,
      message,
      ...optional('params', params),
      ...optional('nearest', nearest),
    })
    return undefined
  }
}
