import { widgetNameOf } from '../form/formdata/widget-name'

/** The widget's name that `formData` has for a field: an entry's own copy knows it. */
export function jnpfKeyOf(entry: Readonly<Record<string, unknown>>): string {
  const key = entry['jnpfKey']
  return typeof key === 'string' && key !== '' ? key : widgetNameOf(entry)
}
