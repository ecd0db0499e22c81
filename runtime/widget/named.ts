import type { FromText, OptionParam, WidgetContext, WidgetDefinition } from './definition'
import { itemsOf } from './read'

/** Kinds of people and their places (`spec/widgets.md §3`); `mixed` ids carry their kind: `id--user`. */
export type PeopleKind = 'organize' | 'department' | 'position' | 'role' | 'group' | 'user' | 'mixed'

/** Whose names the ids in a value are: too many to be fetched as choices, so only those that occur are resolved, in one call. */
export type NameSource =
  /** With `memberships` a person's `data.memberOf` lists what takes the person in: `id--department` and the like. */
  | { readonly kind: 'people'; readonly of: PeopleKind; readonly memberships?: true }
  | { readonly kind: 'area' }
  /** A row of a data interface, by its member `value`; `label` is shown. */
  | {
      readonly kind: 'interface'
      readonly id: string
      readonly params: readonly OptionParam[]
      readonly value: string
      readonly label: string
    }
  /** A record of another model; `field` of it is shown. */
  | { readonly kind: 'record'; readonly modelId: string; readonly field: string }
  | { readonly kind: 'serialRule' }
  | { readonly kind: 'dictionary' }

/** What an id stands for. */
export interface Named {
  readonly id: string
  readonly text: string
  /** The source's own record: what attributes of a relation show a part of. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** Looks an id up among what has been resolved: null when there is no such thing (any more), undefined while unknown. */
export type NamedLookup = (source: NameSource, id: string) => Named | null | undefined

/** The names of the ids in a value, `王小田,李大江`; an id that is not known stands for itself. */
export function namedText(source: NameSource, value: unknown, context: Pick<WidgetContext, 'named'>): string {
  return itemsOf(value)
    .map((id) => context.named?.(source, String(id))?.text ?? String(id))
    .join(',')
}

/** Refuses an id that names nothing. Where names have not been resolved, nothing is judged. */
export function checkNamed(
  source: NameSource,
  ids: readonly string[],
  context: Pick<WidgetContext, 'named' | 'text'>,
): string | null {
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
