import { createCatalogue, type WidgetDefinition } from '@runtime/widget/definition'

const folders = import.meta.glob<WidgetDefinition>(
  [
    './*/definition.ts',
    '!./{area-select,auto-complete,barcode,cascader,code,color-picker,condition-builder,cron,date-range}/definition.ts',
    '!./{icon-picker,json,key-value,link,number-range,popup-table-select,qrcode,rate,recurrence}/definition.ts',
    '!./{rich-text,serial-template-select,slider,sub-forms,table-grid,template,tree-select}/definition.ts',
  ],
  { eager: true, import: 'definition' },
)

/** The widgets of most published models. */
export const common = createCatalogue(folders)
