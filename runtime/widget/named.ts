import type { OptionParam } from './option-param'

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
  /** Deleted since: `text` is the name it had, empty where the caller may not know that. Nothing new may point at it. */
  readonly gone?: boolean
}

/** Looks an id up among what has been resolved: null when there is no such thing (any more), undefined while unknown. */
export type NamedLookup = (source: NameSource, id: string) => Named | null | undefined
