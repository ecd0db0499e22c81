import type { JsonSchema } from '../../schema/json-schema'
import type { OptionSource, WidgetDefinition } from '../../widget/definition'
import type { FieldPlan } from '../plan'

/** What a dialect knows of a field; the rest follows from its widget. */
export type FieldDraft = Pick<FieldPlan, 'path' | 'name' | 'label' | 'widgetName'> &
  Partial<FieldPlan> & { readonly given?: Readonly<Record<string, unknown>> }

/** Fills a field's plan from its draft and its widget. `given` are the settings the document states. */
export function completeField(draft: FieldDraft): FieldPlan {
  const { given, ...field } = draft
  const definition = field.definition
  const settings = { ...definition?.defaults, ...given }
  const schema = field.columns ? TABLE_SCHEMA : valueSchema(definition, settings)
  const options = field.options ?? optionsOf(definition, settings)
  return {
    showLabel: true,
    span: 24,
    defaultValue: null,
    visible: true,
    disabled: false,
    readonly: false,
    requiredMessage:
      definition?.rowsAre === 'forms' || field.columns
        ? '@form.requiredEntry'
        : requiredMessage(field.table !== undefined, schema),
    patterns: [],
    unique: false,
    stored: true,
    computed: false,
    key: field.name,
    ...(field.table !== undefined && { tableKey: field.table }),
    ...field,
    required: field.required === true || definition?.requires?.(settings) === true,
    widget: definition?.key ?? 'unknown',
    settings,
    schema,
    ...(options && { options }),
  }
}

const TABLE_SCHEMA: JsonSchema = { type: 'array', items: { type: 'object' } }

function valueSchema(definition: WidgetDefinition | undefined, settings: object): JsonSchema {
  return definition?.value?.(settings) ?? {}
}

function optionsOf(definition: WidgetDefinition | undefined, settings: object): OptionSource | undefined {
  return definition?.options?.(settings) ?? undefined
}

/** The sentence for a missing value (`spec/widgets.md §8`, `reference/formdata-format.md §3`). */
export function requiredMessage(inTable: boolean, schema: JsonSchema): string {
  if (inTable) return '@form.cellRequired'
  return schema.type === 'array' ? '@form.requiredChoice' : '@form.required'
}
