import type { JsonSchema } from '../schema/json-schema'
import { type FromText, isEmptyValue, type WidgetContext, type WidgetDefinition } from './definition'
import type { Named, NameSource } from './named'
import { itemsOf } from './read'

/** JSON Schema of one id, or of a list of them without doubles. */
export function idSchema(multiple: boolean): JsonSchema {
  const id = { type: ['string', 'number'] } as const
  return multiple ? { type: 'array', items: id, uniqueItems: true } : id
}

/** Reads what older records and pastes have: JSON text of a list, a single id where several may stand. */
export function normaliseIds(value: unknown, multiple: boolean): unknown {
  const read = typeof value === 'string' ? listIn(value) : value
  if (!multiple) return Array.isArray(read) && read.length === 0 ? null : read
  if (isEmptyValue(read)) return []
  return Array.isArray(read) ? read : [read]
}

/** The list of a JSON text; any other text as it is. */
export function listIn(text: string): unknown {
  if (!text.startsWith('[')) return text
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : text
  } catch {
    return text
  }
}

type Naming = Pick<WidgetContext, 'named' | 'text'>

/** A name as people read it: of what has been deleted the one it had, and that it is gone. */
export function shownName({ text, gone }: Named, context: Pick<Naming, 'text'>): string {
  return gone ? context.text('@widgets.deleted', { text }) : text
}

/** What an id is called; one that is not known stands for itself. */
export function nameOfId(source: NameSource, id: string, context: Naming): string {
  const found = context.named?.(source, id)
  return found ? shownName(found, context) : id
}

/** The names of the ids in a value, `王小田,李大江`. */
export function namedText(source: NameSource, value: unknown, context: Naming): string {
  return itemsOf(value)
    .map((id) => nameOfId(source, String(id), context))
    .join(',')
}

/** Refuses an id that names nothing. Where names have not been resolved, nothing is validated. */
export function checkNamed(source: NameSource, ids: readonly string[], context: Naming): string | null {
  const stranger = ids.find((id) => context.named?.(source, id) === null)
  return stranger === undefined ? null : context.text('@widgets.notChoice', { text: stranger })
}

/** Ids of a pasted or imported text; names are resolved where the text is read (import), not here. */
export function idsFromText(text: string, multiple: boolean, context: WidgetContext): FromText<unknown> {
  const ids = text.split(/[,，;；、\n]/).flatMap((part) => part.trim() || [])
  if (multiple) return { value: ids }
  return ids.length > 1 ? { error: context.text('@widgets.onlyOne') } : { value: ids[0] ?? null }
}

/** The ids of a field's value, if it has any that need a name. */
export function idsOf(
  { definition, settings }: { readonly definition?: WidgetDefinition; readonly settings: object },
  value: unknown,
): readonly string[] {
  return definition?.ids?.(value, settings) ?? itemsOf(value).map(String)
}
