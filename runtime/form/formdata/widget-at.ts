import { asRecord, asWord } from '../../json'
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
    if ('__config__' in field) name = foreignNameOf(field) || name
  }
  return name
}

/** What a document calls a widget, whether it is known here or not; a list's entry says so without `__config__`. */
export function foreignNameOf(field: Readonly<Record<string, unknown>>): string {
  if ('__config__' in field) return widgetNameOf(field) || tagOf(field)
  return asWord(field['jnpfKey'])
}

function tagOf(field: Readonly<Record<string, unknown>>): string {
  const { tag } = asRecord(field['__config__'])
  return typeof tag === 'string' ? tag : ''
}
