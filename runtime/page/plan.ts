import type { PlanOf } from '../document/plan'
import type { DialogSchema, PageSchema, SourceSchema } from './schema'

/** What a page document compiles to; made once a version, never changed. */
export interface PagePlan extends Omit<PlanOf<typeof PageSchema>, '$schema' | 'data' | 'dialogs'> {
  /** Path below `schemas/`. */
  readonly file: string
  readonly sources: ReadonlyMap<string, SourcePlan>
  readonly dialogs: ReadonlyMap<string, DialogPlan>
  /** Documents the page is made of, below `schemas/`: a change in one is a change of the page. */
  readonly files: readonly string[]
}

export interface SourcePlan extends PlanOf<typeof SourceSchema> {
  readonly name: string
}

export interface DialogPlan extends Omit<PlanOf<typeof DialogSchema>, 'data'> {
  readonly name: string
  /** Its own, while it is open. */
  readonly sources: ReadonlyMap<string, SourcePlan>
}
