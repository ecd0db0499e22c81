import { attributeDefinition } from '@runtime/widget/attribute'

/** A part of a record that a relation form refers to; shown, or with `isStorage` 1 saved with the form. */
export const definition = attributeDefinition({
  key: 'relation-attribute',
  jnpfKeys: ['relationFormAttr'],
  title: '@dataWidgets.relationAttribute',
  icon: 'Link',
  example: {
    field: { relationField: 'record', showField: 'volume' },
    beside: [
      {
        widget: 'relation-form',
        name: 'record',
        label: '用水记录',
        modelId: 'demo-water-use',
        relationField: 'recordNo',
        columnOptions: [
          { value: 'recordNo', label: '记录编号' },
          { value: 'volume', label: '用水量' },
        ],
      },
    ],
  },
})
