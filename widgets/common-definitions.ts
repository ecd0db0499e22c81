import { createCatalogue, type WidgetCatalogue, type WidgetDefinition } from '@runtime/widget/definition'

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
const common = createCatalogue(folders)

/**
 * Compiles by the common widgets, and anew by all of them where another one is named: these are fetched for it.
 */
export async function compiledByFew<T>(compile: (catalogue: WidgetCatalogue) => T): Promise<T> {
  let isShort = false
  const told = <D>(found: D | undefined) => {
    if (found === undefined) isShort = true
    return found
  }
  const compiled = compile({
    ...common,
    get: (key) => told(common.get(key)),
    byJnpfKey: (name) => told(common.byJnpfKey(name)),
  })
  return isShort ? compile((await import('./definitions')).catalogue) : compiled
}
