import { Type } from 'typebox'
import { Text as TextWord } from '../document/words'
import type { FieldPlan } from '../form/plan'
import type { Text } from '../text'
import type { Option, WidgetDefinition } from '../widget/definition'
import { OptionsSchema, type OptionsSetting, optionSource } from '../widget/options'

/** What a condition may ask of: a name, what people call it, and what kind of value it has. */
export interface ConditionField {
  readonly name: string
  readonly label?: Text
  readonly type: ConditionFieldType
  /** Of `select`. */
  readonly options?: OptionsSetting
}

const TYPES = ['text', 'number', 'date', 'switch', 'select'] as const
export type ConditionFieldType = (typeof TYPES)[number]

/** The widget by which each kind is asked, and how it compares. */
const KINDS: Readonly<
  Record<ConditionFieldType, Pick<WidgetDefinition, 'key' | 'jnpfKeys' | 'filter' | 'sort'>>
> = {
  text: { key: 'input', jnpfKeys: ['input'], filter: ['contains', 'equals'], sort: 'text' },
  number: { key: 'number-input', jnpfKeys: ['inputNumber'], filter: ['equals', 'between'], sort: 'number' },
  date: { key: 'date-picker', jnpfKeys: ['datePicker'], filter: ['equals', 'between'], sort: 'number' },
  switch: { key: 'switch', jnpfKeys: ['switch'], filter: ['equals'] },
  select: { key: 'select', jnpfKeys: ['select'], filter: ['equals', 'in'] },
}

/** The setting that says which fields there are. */
export const ConditionFields = Type.Array(
  Type.Object(
    {
      name: Type.String({ minLength: 1, title: '@conditions.setting.name' }),
      label: Type.Optional({ ...TextWord, title: '@conditions.setting.label' }),
      type: Type.Union(
        TYPES.map((type) => Type.Literal(type)),
        { title: '@conditions.setting.type' },
      ),
      options: Type.Optional(OptionsSchema),
    },
    { additionalProperties: false },
  ),
  {
    title: '@conditions.setting.fields',
    description: '@conditions.setting.fieldsHelp',
    examples: [[{ name: 'area', label: '面积', type: 'number' }]],
  },
)

const plans = new WeakMap<readonly ConditionField[], ReadonlyMap<string, FieldPlan>>()

/** The fields as a search knows them, by name; the same ones for the same setting. */
export function conditionPlans(fields: readonly ConditionField[]): ReadonlyMap<string, FieldPlan> {
  const known = plans.get(fields)
  if (known) return known
  const made = new Map(fields.map((field) => [field.name, planOf(field)]))
  plans.set(fields, made)
  return made
}

function planOf({ name, label, type, options = [] }: ConditionField): FieldPlan {
  const definition = KINDS[type] as WidgetDefinition
  const source = type === 'select' ? optionSource(options) : null
  return {
    path: name,
    name,
    key: name,
    widget: definition.key,
    widgetName: definition.key,
    definition,
    label: label ?? name,
    showLabel: false,
    span: 24,
    settings: type === 'select' ? { options } : {},
    ...(source && { options: source }),
    defaultValue: null,
    required: false,
    visible: true,
    disabled: false,
    readonly: false,
    requiredMessage: '',
    patterns: [],
    unique: false,
    stored: true,
    computed: false,
    schema: {},
  }
}

/** A field whose text writes moments, as a search asks for it: by a date. */
export function dateSearched(field: FieldPlan): FieldPlan {
  return { ...planOf({ name: field.path, label: field.label, type: 'date' }), name: field.name }
}

/** The choices of a field that stand in its setting. */
export function choicesOf({ options }: FieldPlan): readonly Option[] {
  return options?.kind === 'static' ? options.options : []
}
