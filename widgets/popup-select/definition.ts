import { clearedChoice, type WidgetDefinition } from '@runtime/widget/definition'
import { given, readFlag } from '@runtime/widget/read'
import {
  chosenById,
  INTERFACE_DEFAULTS,
  InterfaceSchema,
  type InterfaceSettings,
  interfaceNames,
  POPUP_DEFAULTS,
  PopupSchema,
  type PopupSettings,
  readInterface,
  readPopup,
  relatedFields,
} from '@runtime/widget/row-choice'
import { Type } from 'typebox'

export interface PopupSelectSettings extends PopupSettings, InterfaceSettings {
  readonly multiple: boolean
  readonly clearable: boolean
}

/** A row of a data interface, chosen in a dialog or drawer; the value is the row's `propsValue` (`spec/widgets.md §2.3`). */
export const definition: WidgetDefinition<PopupSelectSettings, unknown> = {
  key: 'popup-select',
  jnpfKeys: ['popupSelect'],
  group: 'data',
  title: '@dataWidgets.popupSelect',
  icon: 'SelectAll',
  kind: 'field',
  example: {
    field: {
      interfaceId: 'materials',
      columnOptions: [
        { value: 'enCode', label: '编码' },
        { value: 'fullName', label: '名称' },
        { value: 'spec', label: '规格' },
        { value: 'price', label: '单价' },
      ],
      popupTitle: '选择物料',
      default: 'urea',
    },
  },
  settings: Type.Object({
    ...InterfaceSchema,
    ...PopupSchema,
    multiple: Type.Optional(
      Type.Boolean({
        title: '@dataWidgets.setting.multiple',
        description: 'Several rows; the value is a list',
      }),
    ),
    clearable: Type.Optional(
      Type.Boolean({
        title: '@dataWidgets.setting.clearable',
        description: 'A button that empties the field',
      }),
    ),
  }),
  defaults: { ...INTERFACE_DEFAULTS, ...POPUP_DEFAULTS, multiple: false, clearable: true },
  fromFormData: (field) => ({
    ...readInterface(field),
    ...readPopup(field),
    ...given({ multiple: readFlag(field['multiple']), clearable: readFlag(field['clearable']) }),
  }),
  ...chosenById(interfaceNames, ({ multiple }: PopupSelectSettings) => multiple),
  cleared: ({ multiple }) => clearedChoice(multiple),
  dependsOn: relatedFields,
}
