import { catalogue } from './definitions'
import type { Widget } from './widget'

const folders = import.meta.glob<Widget>('./*/index.{ts,tsx}', { eager: true, import: 'widget' })

const widgets = new Map(Object.values(folders).map((widget) => [widget.definition.key, widget]))

/** The widget of a key, with its components; undefined for one that is not there. */
export function widgetOf(key: string): Widget | undefined {
  return widgets.get(key)
}

export { catalogue }
