import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readFlag, readNumber, readText } from '@runtime/widget/read'
import {
  InterfaceSchema,
  type InterfaceSettings,
  readInterface,
  relatedFields,
} from '@runtime/widget/row-choice'
import { Type } from 'typebox'

/** Suggestions unless the settings say how many (`spec/widgets.md §9`). */
export const SUGGESTIONS = 50
/** Where a parameter's related field would stand: it has what is typed. */
export const KEYWORD = '@keyword'

export interface AutoCompleteSettings
  extends Pick<InterfaceSettings, 'interfaceId' | 'params' | 'relationField'> {
  readonly total: number
  readonly maxlength?: number
  readonly clearable: boolean
}

const { interfaceId, params, relationField } = InterfaceSchema

/** A text to type, with suggestions of a data interface (`spec/widgets.md §7`, auto-complete). */
export const definition: WidgetDefinition<AutoCompleteSettings, string> = {
  key: 'auto-complete',
  jnpfKeys: ['autoComplete'],
  group: 'text',
  title: '@dataWidgets.autoComplete',
  icon: 'FindReplace',
  kind: 'field',
  example: { field: { interfaceId: 'materials', relationField: 'fullName', default: '尿素' } },
  settings: Type.Object({
    interfaceId,
    params,
    relationField,
    total: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        title: '@dataWidgets.setting.total',
        description: 'Suggestions shown',
      }),
    ),
    maxlength: Type.Optional(
      Type.Integer({ minimum: 1, title: '@widgets.setting.maxlength', description: 'Most characters' }),
    ),
    clearable: Type.Optional(
      Type.Boolean({
        title: '@dataWidgets.setting.clearable',
        description: 'A button that empties the field',
      }),
    ),
  }),
  defaults: { interfaceId: '', params: [], relationField: 'fullName', total: SUGGESTIONS, clearable: true },
  fromFormData(field) {
    const { propsValue: _, ...source } = readInterface(field)
    return {
      ...source,
      ...given({
        total: readNumber(field['total']),
        maxlength: readNumber(field['maxlength']),
        clearable: readFlag(field['clearable']),
      }),
    }
  },
  value: ({ maxlength }) => ({
    type: 'string',
    ...(maxlength !== undefined && { maxLength: maxlength }),
  }),
  trims: () => true,
  normalise: (value) => (typeof value === 'number' ? String(value) : value),
  toText: (value) => readText(value) ?? '',
  fromText: (text) => ({ value: text }),
  filter: ['equals', 'contains'],
  sort: 'text',
  dependsOn: (settings) => relatedFields(settings).filter((path) => path !== KEYWORD),
}
