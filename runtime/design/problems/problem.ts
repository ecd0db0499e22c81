import type { Node } from '../../form/formdata/identities'
import type { FormPlan } from '../../form/plan'
import type { TextParams } from '../../text'
import type { DesignedWidget } from '../../widget/design'
import type { Address, Path } from '../address'
import type { Command } from '../command'
import type { ModelTree } from '../document'
import type { Widgets } from '../references'

/** Something that a model under design says in vain, or that cannot work: where, in which words, and what would mend it. */
export interface Problem {
  /** The node or one of its members; of the form as a whole the part. */
  readonly at: Address
  /** Locale key of the sentence. */
  readonly message: string
  readonly params?: TextParams
  readonly remedies: readonly Remedy[]
}

/** A step that makes a problem go. */
export interface Remedy {
  readonly label: string
  readonly params?: TextParams
  readonly command: Command
}

/** A node of the form with what is asked of it. */
export interface DesignedNode {
  readonly node: Node
  readonly above: readonly Node[]
  readonly at: Path
  readonly address: Address
  /** Its name in the record, or in the row of the sub-table it is a column of; empty for what has none. */
  readonly name: string
  /** That sub-table. */
  readonly table?: Node
  /** Its path among the plan's fields: `total`, `items.amount`. */
  readonly path: string
  readonly widget?: DesignedWidget
}

/** What problems are looked for in. */
export interface Inspected {
  readonly tree: ModelTree
  /** Compiled of this very tree with `design`. */
  readonly plan: FormPlan
  readonly widgets: Widgets
  /** In drawing order. */
  readonly nodes: readonly DesignedNode[]
}

/** A member of a node, or of the form. */
export const within = (address: Address, ...keys: readonly (string | number)[]): Address => ({
  ...address,
  path: [...address.path, ...keys],
})

export const removing = (what: Address): Remedy => ({
  label: '@design.remedy.remove',
  command: { do: 'remove', what },
})
