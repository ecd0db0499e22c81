import { clearedChoice, type WidgetDefinition } from '@runtime/widget/definition'
import type { NameSource } from '@runtime/widget/named'
import { given, readFlag, readText } from '@runtime/widget/read'
import {
  chosenById,
  POPUP_DEFAULTS,
  PopupSchema,
  type PopupSettings,
  readPopup,
} from '@runtime/widget/row-choice'
import { Type } from 'typebox'

export interface RelationFormSettings extends PopupSettings {
  readonly modelId: string
  /** Field of that model by which a record is shown. */
  readonly relationField: string
  readonly clearable: boolean
}

/** A record of another model; the value is its id (`spec/widgets.md §2.5`). */
export const definition: WidgetDefinition<RelationFormSettings, unknown> = {
  key: 'relation-form',
  jnpfKeys: ['relationForm'],
  group: 'data',
  title: '@dataWidgets.relationForm',
  icon: 'Branch',
  kind: 'field',
  example: {
    field: {
      modelId: 'demo-water-use',
      relationField: 'recordNo',
      columnOptions: [
        { value: 'recordNo', label: '记录编号' },
        { value: 'useDate', label: '日期' },
        { value: 'crop', label: '作物' },
      ],
      hasPage: true,
    },
  },
  settings: Type.Object({
    modelId: Type.Optional(
      Type.String({ title: '@dataWidgets.setting.modelId', description: 'The other model’s id' }),
    ),
    relationField: Type.Optional(
      Type.String({
        title: '@dataWidgets.setting.relationField',
        description: 'Field of the other model by which its records are shown',
      }),
    ),
    ...PopupSchema,
    clearable: Type.Optional(
      Type.Boolean({
        title: '@dataWidgets.setting.clearable',
        description: 'A button that empties the field',
      }),
    ),
  }),
  defaults: { modelId: '', relationField: '', ...POPUP_DEFAULTS, clearable: true },
  fromFormData: (field) => ({
    ...given({
      modelId: readText(field['modelId']),
      relationField: readText(field['relationField']),
      clearable: readFlag(field['clearable']),
    }),
    ...readPopup(field),
  }),
  ...chosenById(recordNames, () => false),
  cleared: () => clearedChoice(false),
}

export function recordNames({
  modelId,
  relationField,
}: Pick<RelationFormSettings, 'modelId' | 'relationField'>): NameSource | null {
  return modelId === '' ? null : { kind: 'record', modelId, field: relationField }
}
