import { asRecord } from '../../json'
import { widgetNameOf } from './widget-name'

/**
 * The name of the widget that a pointer into a `formData` leads to or into, as the document has it; the component's tag
 * where it has none. Undefined for what is part of no widget.
 */
export function widgetAt(formData: unknown, pointer: string): string | undefined {
  let place: unknown = formData
  let name: string | undefined
  for (const part of pointer.split('/').slice(1)) {
    place = Array.isArray(place) ? place[Number(part)] : asRecord(place)[part]
    const field = asRecord(place)
    if ('__config__' in field) name = widgetNameOf(field) || tagOf(field) || name
  }
  return name
}

function tagOf(field: Readonly<Record<string, unknown>>): string {
  const { tag } = asRecord(field['__config__'])
  return typeof tag === 'string' ? tag : ''
}
