import type { FieldPlan, FormPlan, Loss } from '../form/plan'
import type { Text } from '../text'

/** What a list document, or a model's `columnData`, compiles to. */
export interface ListPlan {
  readonly id: string
  readonly dialect: 'list' | 'columnData'
  /** `columnData` types 1 and 2 (`reference/columndata-format.md §1`); others are refused until they come. */
  readonly kind: 'plain' | 'left-tree'
  /** The form whose records are listed; absent for a list document over another source. */
  readonly form?: FormPlan
  readonly columns: readonly ColumnPlan[]
  readonly headers: readonly ColumnGroup[]
  readonly search: readonly SearchPlan[]
  readonly superQuery: boolean
  /** Fields offered by the super query. */
  readonly queryable: readonly FieldPlan[]
  readonly toolbar: readonly ButtonPlan[]
  readonly row: readonly ButtonPlan[]
  /** Null: everything on one page (the request asks for 10,000). */
  readonly paging: { readonly pageSize: number; readonly sizes: readonly number[] } | null
  readonly sort: { readonly field: string; readonly order: 'asc' | 'desc' } | null
  readonly summary: readonly string[]
  readonly selection: boolean
  readonly tree?: TreePlan
  /** Rows nest under `children` (a list document over a tree source). */
  readonly nested: boolean
  /** A permanent filter of the model. */
  readonly filter: Condition | null
  /** Rights the menu switches on. */
  readonly permissions: {
    readonly buttons: boolean
    readonly columns: boolean
    readonly form: boolean
    readonly data: boolean
  }
  readonly childTables: 'grouped' | 'expand'
  /** What the document asked for that this product cannot honour (yet). */
  readonly losses: readonly Loss[]
}

export interface ColumnPlan {
  /** Row member: `total`, or `items.amount` for a sub-table's column. */
  readonly path: string
  readonly label: Text
  readonly field?: FieldPlan
  /** Pixels. */
  readonly width?: number
  readonly align: 'left' | 'center' | 'right'
  readonly fixed?: 'left' | 'right'
  readonly sortable: boolean
  readonly thousands: boolean
  /** A widget key and settings of a list document's column without a field (a tag, a date). */
  readonly widget?: string
  readonly settings?: Readonly<Record<string, unknown>>
}

/** A header over several columns. */
export interface ColumnGroup {
  readonly id: string
  readonly label: Text
  readonly align: 'left' | 'center' | 'right'
  readonly columns: readonly string[]
}

export interface SearchPlan {
  readonly path: string
  readonly label: Text
  readonly field: FieldPlan
  readonly operator: 'equals' | 'contains' | 'between'
  readonly multiple: boolean
  readonly defaultValue: unknown
}

export interface ButtonPlan {
  /** `add`, `edit`, `remove`, `detail`, `batchRemove`, or a document's own. */
  readonly value: string
  readonly label: Text
  readonly icon?: string
  /** Permission code: `btn_add`. */
  readonly code: string
  /** Steps of a list document's button; the documented values have theirs. */
  readonly do?: unknown
  readonly visible?: string
  readonly disabled?: string
  readonly danger?: boolean
}

/** The tree at the left (`columnData` type 2). */
export interface TreePlan {
  readonly title: Text
  readonly source:
    | { readonly kind: 'dictionary'; readonly type: string }
    | { readonly kind: 'organize' }
    | { readonly kind: 'department' }
    | {
        readonly kind: 'interface'
        readonly id: string
        readonly lazy?: { readonly id: string; readonly params: readonly unknown[] }
      }
    | { readonly kind: 'source'; readonly name: string }
  /** The field filtered by the node. */
  readonly field: string
  readonly value: string
  readonly label: string
  readonly children: string
  readonly filter: boolean
}

/**
 * A filter as a tree, whatever it came from (queryJson, superQueryJson, ruleList). The server turns it into SQL, and
 * `matches` judges it in memory: one meaning.
 */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | {
      readonly kind: 'test'
      readonly path: string
      readonly operator: ConditionOperator
      readonly value: unknown
    }

export type ConditionOperator =
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'notContains'
  | 'greater'
  | 'greaterOrEqual'
  | 'less'
  | 'lessOrEqual'
  | 'between'
  | 'in'
  | 'notIn'
  | 'empty'
  | 'notEmpty'
