import { formatDate } from '@runtime/date'
import type { FieldPlan } from '@runtime/form/plan'
import { isRecord, parseJson } from '@runtime/json'
import {
  type DraftCondition,
  type DraftQuery,
  decodeDraft,
  needsValue,
  SYMBOL_TEXT,
} from '@runtime/list/condition-draft'
import {
  type ConditionField,
  ConditionFields,
  choicesOf,
  conditionPlans,
} from '@runtime/list/condition-fields'
import { QueryError } from '@runtime/list/problem'
import { decodeConditions } from '@runtime/list/super-query'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { Type } from 'typebox'

/** Settings of conditions. */
export interface ConditionBuilderSettings {
  /** What conditions may ask of. */
  readonly names: readonly ConditionField[]
}

/** Conditions as a list's own query has them: `{ matchLogic, conditionList: [{ logic, groups: [{ field, symbol, fieldValue }] }] }`. */
export type Conditions = Readonly<Record<string, unknown>>

/** Conditions in groups of and and or, by the fields of its settings. */
export const definition: WidgetDefinition<ConditionBuilderSettings, Conditions> = {
  key: 'condition-builder',
  jnpfKeys: [],
  group: 'data',
  title: '@conditions.widget',
  icon: 'Filter',
  kind: 'field',
  long: true,
  notInTable: true,
  example: {
    field: {
      names: [
        { name: 'area', label: '面积', type: 'number' },
        { name: 'fullName', label: '名称', type: 'text' },
        {
          name: 'way',
          label: '灌溉方式',
          type: 'select',
          options: [
            { value: 'drip', label: '滴灌' },
            { value: 'spray', label: '喷灌' },
          ],
        },
      ],
      default: {
        matchLogic: 'and',
        conditionList: [
          {
            logic: 'and',
            groups: [
              { field: 'area', symbol: '>', jnpfKey: 'inputNumber', fieldValueType: 2, fieldValue: 50 },
              { field: 'way', symbol: 'in', jnpfKey: 'select', fieldValueType: 2, fieldValue: ['drip'] },
            ],
          },
        ],
      },
    },
  },
  settings: Type.Object({ names: Type.Optional(ConditionFields) }),
  defaults: { names: [] },
  value: () => ({ type: 'object' }),
  isEmpty: (value) => value === null || value === undefined || value === '' || countOf(value) === 0,
  normalise(value) {
    const read = parseJson(value)
    return isRecord(read) ? read : value
  },
  check(value, { names }, { text }) {
    try {
      decodeConditions({ fields: conditionPlans(names) }, value)
      return null
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      const [, group, row] = /^\/conditionList\/(\d+)\/groups\/(\d+)/.exec(error.pointer) ?? []
      const reason = text(error.text, error.params)
      if (group === undefined || row === undefined) return text('@conditions.wrong', { reason })
      return text('@conditions.wrongAt', { group: Number(group) + 1, row: Number(row) + 1, reason })
    }
  },
  toText: (value, { names }, context) => sentenceOf(value, names, context),
  fromText: (_text, _settings, { text }) => ({ error: text('@conditions.notFromText') }),
}

function countOf(value: unknown): number {
  const list = isRecord(value) ? value['conditionList'] : null
  // What is no list of conditions is not empty: it is refused.
  if (!Array.isArray(list)) return isRecord(value) && list === undefined ? 0 : 1
  return list.length
}

/** 面积 大于 50 且 灌溉方式 包含任意 滴灌. */
function sentenceOf(value: unknown, settings: readonly ConditionField[], context: WidgetContext): string {
  const fields = [...conditionPlans(settings).values()]
  const draft: DraftQuery = decodeDraft(value, fields)
  const groups = draft.groups.map(({ logic, conditions }) => {
    const texts = conditions.map((one) => conditionText(one, fields, context)).filter(Boolean)
    const joined = texts.join(joint(logic, context))
    return texts.length > 1 && draft.groups.length > 1 ? `(${joined})` : joined
  })
  return groups.filter(Boolean).join(joint(draft.logic, context))
}

const joint = (logic: 'and' | 'or', { text }: Pick<WidgetContext, 'text'>) =>
  ` ${text(`@conditions.${logic}`)} `

function conditionText(
  { path, symbol, value }: DraftCondition,
  fields: readonly FieldPlan[],
  context: WidgetContext,
): string {
  const field = fields.find((one) => one.path === path)
  if (!field) return ''
  const name = `${context.text(field.label)} ${context.text(SYMBOL_TEXT[symbol] ?? symbol)}`
  if (!needsValue(symbol)) return name
  const values = (Array.isArray(value) ? value : [value]).map((one) => valueText(one, field, context))
  return `${name} ${values.join(symbol === 'between' ? ' ~ ' : ', ')}`
}

function valueText(value: unknown, field: FieldPlan, context: WidgetContext): string {
  if (field.widget === 'date-picker' && typeof value === 'number')
    return formatDate(value, 'yyyy-MM-dd', context.timeZone ?? null)
  if (field.widget === 'switch') return context.text(value ? '@conditions.yes' : '@conditions.no')
  const choice = choicesOf(field).find((one) => String(one.value) === String(value))
  return choice ? context.text(choice.label) : String(value ?? '')
}
