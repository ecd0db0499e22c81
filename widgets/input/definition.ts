import { charactersIn } from '@runtime/characters'
import { Text as TextWord } from '@runtime/document/words'
import { SECRET_MASK } from '@runtime/form/secret'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { configOf, given, readFlag, readNumber, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a one-line text. */
export interface InputSettings {
  readonly maxlength?: number
  readonly showWordLimit: boolean
  readonly showPassword: boolean
  readonly clearable: boolean
  readonly addonBefore?: Text
  readonly addonAfter?: Text
  readonly prefixIcon?: string
  readonly suffixIcon?: string
}

/** A one-line text; with `showPassword` a secret: encrypted where it is kept, never read back in lists, exports or prints. */
export const definition: WidgetDefinition<InputSettings, string> = {
  key: 'input',
  jnpfKeys: ['input', 'comInput', 'PsdInput'],
  group: 'text',
  title: '@widgets.input',
  icon: 'Edit',
  kind: 'field',
  example: { field: { default: '1号轮灌组', maxlength: 50, showWordLimit: true } },
  settings: Type.Object({
    maxlength: Type.Optional(
      Type.Integer({ minimum: 1, title: '@widgets.setting.maxlength', description: 'Most characters' }),
    ),
    showWordLimit: Type.Optional(
      Type.Boolean({
        title: '@widgets.setting.showWordLimit',
        description: 'Counts the characters beside the text; needs maxlength',
      }),
    ),
    showPassword: Type.Optional(
      Type.Boolean({
        title: '@widgets.setting.showPassword',
        description:
          'Hides what is typed, with a button that shows it; kept encrypted, so that nothing is searched or sorted by it',
      }),
    ),
    clearable: Type.Optional(
      Type.Boolean({ title: '@widgets.setting.clearable', description: 'A button that empties the field' }),
    ),
    addonBefore: Type.Optional({
      ...TextWord,
      title: '@widgets.setting.addonBefore',
      description: 'Text in a box before the field: ¥',
    }),
    addonAfter: Type.Optional({
      ...TextWord,
      title: '@widgets.setting.addonAfter',
      description: 'Text in a box after the field: mm',
    }),
    prefixIcon: Type.Optional(
      Type.String({
        title: '@widgets.setting.prefixIcon',
        description: 'Icon inside the field, at its start',
      }),
    ),
    suffixIcon: Type.Optional(
      Type.String({ title: '@widgets.setting.suffixIcon', description: 'Icon inside the field, at its end' }),
    ),
  }),
  defaults: { showWordLimit: false, showPassword: false, clearable: true },
  fromFormData: (field) =>
    given({
      maxlength: readNumber(field['maxlength']) || undefined,
      showWordLimit: readFlag(field['showWordLimit']),
      showPassword: configOf(field)['jnpfKey'] === 'PsdInput' ? true : readFlag(field['showPassword']),
      clearable: readFlag(field['clearable']),
      addonBefore: readText(field['addonBefore']),
      addonAfter: readText(field['addonAfter']),
      prefixIcon: readText(field['prefixIcon']),
      suffixIcon: readText(field['suffixIcon']),
    }),
  value: ({ maxlength }) => ({ type: 'string', ...(maxlength ? { maxLength: maxlength } : {}) }),
  normalise: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  trims: ({ showPassword }) => !showPassword,
  isSecret: ({ showPassword }) => showPassword,
  toText: (value, settings) => (settings.showPassword ? SECRET_MASK : String(value)),
  fromText(text, { maxlength }, context) {
    const line = text.replace(/[\r\n]+/g, ' ')
    if (maxlength && charactersIn(line) > maxlength)
      return { error: context.text('@widgets.tooLong', { max: maxlength }) }
    return { value: line }
  },
  filter: ['contains', 'equals', 'in'],
  sort: 'text',
}
