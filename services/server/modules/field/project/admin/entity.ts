import type { InputError } from '../../../../http/errors'
import type { CallContext, Tx } from '../../../../module'
import type { ProjectThing } from '../../../../right'
import type { References } from './references'

/** What a caller has sent of a thing, as the contract has checked it. */
export type Input = Readonly<Record<string, unknown>> & {
  readonly id?: string | null
  readonly projectId?: string
  readonly rowVersion?: number
}
/** A stored thing as the wire has it. */
export type Stored = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly projectId: string
  readonly projectName: string
  readonly rowVersion: number
}

/** A thing as it was written, and as it was before. */
export interface Changed {
  readonly after: Stored
  readonly before: Stored | null
}

/** What needs a thing and would be broken without it. */
export interface Use {
  /** A locale key with `{count}` and `{names}`. */
  readonly text: string
  readonly names: readonly string[]
}

/** What is wrong with an input, by the member at fault. `message` is a locale key, and so is `place` of its `params`: what the member is called. */
export type Refuse = (
  path: string,
  message: string,
  params?: Readonly<Record<string, string | number>>,
) => void

/** One kind of thing of the field that people keep: how it is stored, and what holds for it. */
export interface Entity {
  /** `fieldDevice`: of its calls and of its rows in the audit. */
  readonly name: string
  readonly table: 'project' | 'gateway' | 'device' | 'pipe' | 'pipe_node' | 'block' | 'fert_recipe'
  /** As rights name it. */
  readonly thing: ProjectThing
  /** The column that says to which project it belongs. */
  readonly projectColumn: 'id' | 'project_id'
  /** Code of its menu entry. */
  readonly right: string
  /** Columns by the wire's names. */
  readonly columns: Readonly<Record<string, string>>
  /** Members that a list may be narrowed by. */
  readonly filters: readonly string[]
  /** Further members of what is read: an expression over the table, whose name is `it`. */
  readonly shown: Readonly<Record<string, string>>
  /** Looks at what can only be seen with the rest of the project; all that is wrong is said together. */
  check(references: References, input: Input, refuse: Refuse, before: Stored | null): void
  /** Columns that are made of several members; JSON as the object that it is. */
  extra?(input: Input, before: Stored | null): Readonly<Record<string, unknown>>
  /** What is read of such columns. */
  spread?(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  uses(tx: Tx, stored: Stored): Promise<readonly Use[]>
  /** What else of the plan has to follow in the same transaction, of all that it has written. */
  written?(tx: Tx, changes: readonly Changed[]): Promise<void>
  /** What has to follow in rows that devices' messages write too, and therefore in a transaction that ends soon. */
  settle?(tx: Tx, changes: readonly Changed[]): Promise<void>
  gone?(tx: Tx, stored: Stored): Promise<void>
}

export type Errors = readonly InputError[]
export type Text = CallContext['text']
