/**
 * What a part of a sentence is filled with: a text (literal, or a locale key `@area.key`, as labels of forms are), a number, a
 * sentence within the sentence, or several of these one after the other. Plain JSON, so that it can be kept; `changeWords`
 * says it.
 */
export type Said = string | number | Sentence | readonly Said[]

export interface Sentence {
  /** A locale key. */
  readonly text: string
  readonly with: Readonly<Record<string, Said>>
}

/** Worst first. `loss`: values leave sight or change their kind; `tighter`: stored values may no longer fit. */
export const WEIGHTS = ['loss', 'tighter', 'other'] as const
export type Weight = (typeof WEIGHTS)[number]

export type ChangeKind =
  | 'added'
  | 'removed'
  | 'renamed'
  | 'relabelled'
  | 'moved'
  | 'reordered'
  | 'widget'
  | 'setting'
  | 'required'
  | 'unique'
  | 'options'
  | 'calculation'
  | 'rule'
  | 'script'
  | 'form'
  | 'list'
  | 'column'
  | 'search'
  | 'button'
  | 'permission'
  | 'model'
  | 'rest'
  | 'text'

/** One difference of two designs of a model, in words. */
export interface Change {
  readonly kind: ChangeKind
  readonly weight: Weight
  /** The field's path (`total`, `items.amount`) in the later design; of what leaves, in the earlier one. */
  readonly path?: string
  /** Where it stands, in the same design: the part, then as in a JSON pointer (`/formData/fields/3`). */
  readonly pointer?: string
  /** Locale key of the sentence, `@diff.…`. */
  readonly text: string
  readonly params: Readonly<Record<string, Said>>
}

export function byWeight(changes: readonly Change[]): readonly Change[] {
  return WEIGHTS.flatMap((weight) => changes.filter((change) => change.weight === weight))
}
