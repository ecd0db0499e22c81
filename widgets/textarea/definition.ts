import { charactersIn } from '@runtime/characters'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readFlag, readNumber, readRecord } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a text of several lines. */
export interface TextareaSettings {
  readonly maxlength?: number
  /** Of a screen's own form, whose text is no part of a record that is kept. */
  readonly maxBytes?: number
  readonly showWordLimit: boolean
  readonly clearable: boolean
  readonly autoSize: { readonly minRows: number; readonly maxRows: number }
}

const DEFAULT_ROWS = { minRows: 4, maxRows: 4 }

/** A text of several lines that grows with its content between two numbers of rows. */
export const definition: WidgetDefinition<TextareaSettings, string> = {
  key: 'textarea',
  jnpfKeys: ['textarea'],
  group: 'text',
  title: '@widgets.textarea',
  icon: 'AlignLeft',
  kind: 'field',
  long: true,
  example: { field: { default: '今日灌溉正常。', maxlength: 200 } },
  settings: Type.Object({
    maxlength: Type.Optional(
      Type.Integer({ minimum: 1, title: '@widgets.setting.maxlength', description: 'Most characters' }),
    ),
    maxBytes: Type.Optional(
      Type.Integer({
        minimum: 1,
        title: '@widgets.setting.maxBytes',
        description: 'Most bytes of a text that no record keeps: a file’s; 64 KB where it is absent',
      }),
    ),
    showWordLimit: Type.Optional(
      Type.Boolean({
        title: '@widgets.setting.showWordLimit',
        description: 'Counts the characters below the text; needs maxlength',
      }),
    ),
    clearable: Type.Optional(
      Type.Boolean({ title: '@widgets.setting.clearable', description: 'A button that empties the field' }),
    ),
    autoSize: Type.Optional(
      Type.Object(
        {
          minRows: Type.Integer({
            minimum: 1,
            title: '@widgets.setting.minRows',
            description: 'Rows when empty',
          }),
          maxRows: Type.Integer({
            notBelow: 'minRows',
            minimum: 1,
            title: '@widgets.setting.maxRows',
            description: 'Rows before it scrolls',
          }),
        },
        { title: '@widgets.setting.autoSize', description: 'How far the field grows with its text' },
      ),
    ),
  }),
  defaults: { showWordLimit: true, clearable: false, autoSize: DEFAULT_ROWS },
  fromFormData(field) {
    const rows = readRecord(field['autoSize'])
    const minRows = readNumber(rows?.['minRows']) ?? DEFAULT_ROWS.minRows
    return given({
      maxlength: readNumber(field['maxlength']) || undefined,
      showWordLimit: readFlag(field['showWordLimit']),
      clearable: readFlag(field['clearable']),
      autoSize: rows && { minRows, maxRows: Math.max(minRows, readNumber(rows['maxRows']) ?? minRows) },
    })
  },
  value: ({ maxlength }) => ({ type: 'string', ...(maxlength ? { maxLength: maxlength } : {}) }),
  textLimit: ({ maxBytes }) => maxBytes,
  trims: () => true,
  normalise(value) {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value
  },
  toText: (value) => String(value),
  fromText(text, { maxlength }, context) {
    const value = text.replace(/\r\n?/g, '\n')
    if (maxlength && charactersIn(value) > maxlength)
      return { error: context.text('@widgets.tooLong', { max: maxlength }) }
    return { value }
  },
  filter: ['contains', 'equals'],
  sort: 'text',
}
