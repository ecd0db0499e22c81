import { createCatalogue, type WidgetDefinition } from '@runtime/widget/definition'

const folders = import.meta.glob<WidgetDefinition>('./*/definition.ts', { eager: true, import: 'definition' })

/** The headless half of every widget folder: what the compiler and the server use. */
export const catalogue = createCatalogue(folders)
