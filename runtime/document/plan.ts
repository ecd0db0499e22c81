import type { Static, TArray, TObject, TProperties, TRecord, TSchema, TUnion } from 'typebox'
import type { Word } from './word'

/** The plan of a schema's documents: words are what they compile to, all else is as the document has it. */
export type PlanOf<S> =
  S extends Word<infer P>
    ? P
    : S extends TObject<infer Words>
      ? ObjectPlan<Words>
      : S extends TArray<infer Item>
        ? readonly PlanOf<Item>[]
        : S extends TUnion<infer Branches>
          ? PlanOf<Branches[number]>
          : S extends TRecord<string, infer Member>
            ? Readonly<Record<string, PlanOf<Member>>>
            : S extends TSchema
              ? Static<S>
              : never

/** Members of an object; those that a document may leave out and that have no default are optional. */
export type ObjectPlan<Words extends TProperties> = {
  readonly [Key in Exclude<keyof Words, Left<Words>>]: PlanOf<Words[Key]>
} & { readonly [Key in Left<Words>]?: PlanOf<Words[Key]> }

type Left<Words extends TProperties> = {
  [Key in keyof Words]: Words[Key] extends { '~optional': true }
    ? Words[Key] extends { '~default': true }
      ? never
      : Key
    : never
}[keyof Words]
