import { attributeDefinition } from '@runtime/widget/attribute'

/** A part of a row that a popup select refers to; shown, or with `isStorage` 1 saved with the form. */
export const definition = attributeDefinition({
  key: 'popup-attribute',
  jnpfKeys: ['popupAttr'],
  title: '@dataWidgets.popupAttribute',
  icon: 'Idcard',
  example: {
    field: { relationField: 'material', showField: 'spec' },
    beside: [
      {
        widget: 'popup-select',
        name: 'material',
        label: '物料',
        interfaceId: 'materials',
        columnOptions: [
          { value: 'fullName', label: '名称' },
          { value: 'spec', label: '规格' },
        ],
        default: 'urea',
      },
    ],
  },
})
