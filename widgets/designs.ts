import { designedWidgets, type WidgetDesign } from '@runtime/widget/design'
import { catalogue } from './definitions'

const folders = import.meta.glob<WidgetDesign>('./*/design.ts', { eager: true, import: 'design' })

/** The widgets that a `formData` may hold, as the designer sees them, by key. No other page loads this. */
export const designed = designedWidgets(catalogue.all(), folders)
