import { asRecord } from '../../json'

/** What a pointer into a `formData` leads to; empty where it leads nowhere. */
export function nodeAt(formData: unknown, pointer: string): Readonly<Record<string, unknown>> {
  let place: unknown = formData
  for (const part of pointer.split('/').slice(1))
    place = Array.isArray(place) ? place[Number(part)] : asRecord(place)[part]
  return asRecord(place)
}
