import type { ComparedModel } from '@runtime/design/diff'

/** A design as a version or a draft holds it. */
export type ComparedSide = ComparedModel

export interface ComparisonProps {
  readonly before: ComparedSide
  readonly after: ComparedSide
  /** What the two are called: a version, the draft. */
  readonly titles: { readonly before: string; readonly after: string }
}
