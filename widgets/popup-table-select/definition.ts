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

export interface PopupTableSettings
  extends InterfaceSettings,
    Pick<PopupSettings, 'columnOptions' | 'hasPage' | 'pageSize'> {
  readonly multiple: boolean
  readonly filterable: boolean
  readonly clearable: boolean
}

const flag = (name: string, description: string) =>
  Type.Optional(Type.Boolean({ title: `@dataWidgets.setting.${name}`, description }))
const { columnOptions, hasPage, pageSize } = PopupSchema

/** A row of a data interface, or several, chosen in a table that opens below the field (`spec/widgets.md §2.4`). */
export const definition: WidgetDefinition<PopupTableSettings, unknown> = {
  key: 'popup-table-select',
  jnpfKeys: ['popupTableSelect'],
  group: 'data',
  title: '@dataWidgets.popupTableSelect',
  icon: 'Storage',
  kind: 'field',
  example: {
    field: {
      interfaceId: 'devices',
      columnOptions: [
        { value: 'id', label: '编号' },
        { value: 'fullName', label: '名称' },
      ],
      multiple: true,
      filterable: true,
      default: ['P1', 'FL-1'],
    },
  },
  settings: Type.Object({
    ...InterfaceSchema,
    columnOptions,
    hasPage,
    pageSize,
    multiple: flag('multiple', 'Several rows; the value is a list'),
    filterable: flag('filterable', 'A keyword narrows the table'),
    clearable: flag('clearable', 'A button that empties the field'),
  }),
  defaults: {
    ...INTERFACE_DEFAULTS,
    columnOptions: POPUP_DEFAULTS.columnOptions,
    hasPage: POPUP_DEFAULTS.hasPage,
    pageSize: POPUP_DEFAULTS.pageSize,
    multiple: false,
    filterable: false,
    clearable: true,
  },
  fromFormData(field) {
    const { popupType: _type, popupTitle: _title, popupWidth: _width, ...table } = readPopup(field)
    return {
      ...readInterface(field),
      ...table,
      ...given({
        multiple: readFlag(field['multiple']),
        filterable: readFlag(field['filterable']),
        clearable: readFlag(field['clearable']),
      }),
    }
  },
  ...chosenById(interfaceNames, ({ multiple }: PopupTableSettings) => multiple),
  cleared: ({ multiple }) => clearedChoice(multiple),
  dependsOn: relatedFields,
}
