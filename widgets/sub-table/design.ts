import type { WidgetDesign } from '@runtime/widget/design'
import { inConfig, paramRefs, ref } from '@runtime/widget/stored'
import type { AddTableConf, SubTableSettings } from './definition'

export const design: WidgetDesign<SubTableSettings> = {
  order: 1,
  keywords: [
    '明细',
    '明细表',
    '设计子表',
    '子表单',
    '表格',
    '行',
    'detail',
    'lines',
    'items',
    'table',
    'grid',
  ],
  tag: 'JnpfInputTable',
  config: {
    showTitle: true,
    type: 'table',
    rowType: 'table',
    required: false,
    regList: [],
    defaultValue: [],
    complexHeaderList: [],
  },
  members: {
    showAddBtn: true,
    showDeleteBtn: true,
    actionText: '添加',
    showSummary: false,
    summaryField: [],
    addType: 0,
    addTableConf: {
      popupTitle: '选择数据',
      popupType: 'dialog',
      popupWidth: '800px',
      interfaceId: '',
      interfaceName: '',
      templateJson: [],
      hasPage: true,
      pageSize: 20,
      columnOptions: [],
      relationOptions: [],
    },
    thousands: false,
    thousandsField: [],
    tableConf: {},
    defaultValue: [],
  },
  stored: { showTitle: inConfig('showTitle'), complexHeaderList: inConfig('complexHeaderList') },
  refs: ({ summaryField, thousandsField, complexHeaderList, addTableConf }) => [
    ...columnRefs(summaryField, ['summaryField']),
    ...columnRefs(thousandsField, ['thousandsField']),
    ...complexHeaderList.flatMap(({ childColumns }, index) =>
      columnRefs(childColumns, ['complexHeaderList', index, 'childColumns']),
    ),
    ...(addTableConf ? chooserRefs(addTableConf) : []),
  ],
}

const columnRefs = (names: readonly string[], at: readonly (string | number)[]) =>
  names.flatMap((name, index) => ref('column', name, [...at, index]))

function chooserRefs({ interfaceId, templateJson, relationOptions }: AddTableConf) {
  const at = 'addTableConf'
  return [
    ...ref('interface', interfaceId, [at, 'interfaceId']),
    ...paramRefs(templateJson, [at, 'templateJson']),
    ...relationOptions.flatMap(({ field }, index) =>
      ref('column', field, [at, 'relationOptions', index, 'field']),
    ),
  ]
}
