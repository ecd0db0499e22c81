import { Text as TextWord } from '@runtime/document/words'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { rowCount, rowsOf, type TableRow } from '@runtime/widget/rows'
import { Type } from 'typebox'

/** Settings of a list of sub-forms. */
export interface SubFormsSettings {
  readonly min: number
  /** Undefined: as many as a record may have. */
  readonly max?: number
  /** What a folded one is called, `${name}` places filled with what its fields show; absent: its first two. */
  readonly summary?: Text
  readonly addText: Text
}

/** A list of objects in the record, each filled in as a form of its own. The fields are the field's own `fields`. */
export const definition: WidgetDefinition<SubFormsSettings, readonly TableRow[]> = {
  key: 'sub-forms',
  jnpfKeys: [],
  group: 'layout',
  title: '@subForms.widget',
  icon: 'Layout',
  kind: 'table',
  long: true,
  rowsAre: 'forms',
  notInTable: true,
  notInList: true,
  example: {
    field: {
      min: 1,
      max: 5,
      summary: '${fullName} ${mobilePhone}',
      fields: [
        { name: 'fullName', widget: 'input', label: '姓名', required: true },
        { name: 'mobilePhone', widget: 'input', label: '手机', patterns: [{ rule: 'mobile' }] },
        { name: 'note', widget: 'textarea', label: '备注' },
      ],
      default: [{ fullName: '王建国', mobilePhone: '13800138000', note: '值班' }, { fullName: '李秀英' }],
    },
  },
  settings: Type.Object({
    min: Type.Optional(
      Type.Integer({
        minimum: 0,
        title: '@subForms.setting.min',
        description: '@subForms.setting.minHelp',
        examples: [1],
      }),
    ),
    max: Type.Optional(
      Type.Integer({
        notBelow: 'min',
        minimum: 1,
        title: '@subForms.setting.max',
        description: '@subForms.setting.maxHelp',
        examples: [5],
      }),
    ),
    summary: Type.Optional({
      ...TextWord,
      title: '@subForms.setting.summary',
      description: '@subForms.setting.summaryHelp',
      examples: ['${fullName} ${mobilePhone}'],
    }),
    addText: Type.Optional({
      ...TextWord,
      title: '@subForms.setting.addText',
      description: '@subForms.setting.addTextHelp',
      examples: ['@subForms.add'],
    }),
  }),
  defaults: { min: 0, addText: '@subForms.add' },
  value: () => ({ type: 'array', items: { type: 'object' } }),
  initial: ({ min }) => Array.from({ length: min }, () => ({})),
  requires: ({ min }) => min > 0,
  normalise: (value) => rowsOf(value) ?? value,
  check(rows, { min, max }, { text }) {
    if (rows.length < min) return text('@subForms.tooFew', { min })
    return max !== undefined && rows.length > max ? text('@subForms.tooMany', { max }) : null
  },
  toText: (value, _settings, context) => rowCount(value, context),
  fromText: (_text, _settings, context) => ({ error: context.text('@table.notFromText') }),
}
