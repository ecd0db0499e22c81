import { createCatalogue, type WidgetDefinition } from '@runtime/widget/definition'

const folders = import.meta.glob<WidgetDefinition>(
  './{date-picker,dictionary-select,icon-picker,input,number-input,select,switch}/definition.ts',
  { eager: true, import: 'definition' },
)

/** The widgets that most lists of documents are shown and searched by. */
export const listed = createCatalogue(folders)
