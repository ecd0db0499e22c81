import type { ActionPlan } from '../action/action'
import type { StylePlan } from '../document/parts/style'
import type { PlanOf } from '../document/plan'
import type { Computed, Predicate } from '../expression/computed'
import type { FieldPlan, FormPlan, Loss } from '../form/plan'
import type { NodePlan } from '../page/node'
import type { Text } from '../text'
import type { ListButton, RowButton } from './document'

/** What a list document, or a model's `columnData`, compiles to. */
export interface ListPlan {
  readonly id: string
  readonly dialect: 'list' | 'columnData'
  /** `columnData` types 1 to 5 in this order (`reference/columndata-format.md §1`). */
  readonly kind: ListKind
  /** The form whose records are listed; absent for a list document over another source. */
  readonly form?: FormPlan
  /** The data interface whose rows are listed: there are no records. */
  readonly interfaceId?: string
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
  /** What a person set of it may be saved as a view. */
  readonly views: boolean
  /** Print templates for several records at once. */
  readonly printIds: readonly string[]
  readonly tree?: TreePlan
  /** The column that rows are grouped by; it is not among `columns` (type 3). */
  readonly group?: ColumnPlan
  /** What makes a row the child of another (type 5). */
  readonly parents?: ParentPlan
  /** How rows of a call hang together that does not nest them itself. */
  readonly branches?: BranchPlan
  /** The columns are what this comes to when the page is open; `columns` is empty until then. */
  readonly columnsFrom?: Computed
  /** Rows nest under `children`: groups, a tree table, a list document over a tree source. */
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
  /** Rows are moved; `save` keeps a move, with `row` and `moved`. */
  readonly drag?: { readonly parent?: boolean; readonly save: ActionPlan }
  /** What a click on a row does, with `row`. */
  readonly open?: ActionPlan
  /** What opens below a row, with `row`. */
  readonly detail?: NodePlan
  /** What belongs where there are no rows. */
  readonly empty?: Computed<Text>
  /** How rows look by condition; the first entry that holds. */
  readonly style?: StylePlan
  /** Paths of the columns that a phone shows of a row, its name first. */
  readonly card?: readonly string[]
  readonly importing?: ImportPlan
  /** The model's records stand in people's calendars. */
  readonly calendar?: CalendarPlan
  /** A model's own scripts of its list (`reference/columndata-format.md §1`, `funcs`). */
  readonly scripts: ListScripts
  /** What the document asked for that this product cannot honour (yet). */
  readonly losses: readonly Loss[]
}

/** Sources of functions: run when rows have come, and for the style of a row and of a cell. */
export interface ListScripts {
  readonly afterOnload?: string
  readonly rowStyle?: string
  readonly cellStyle?: string
}

/** What an import of a model's list takes. */
export interface ImportPlan {
  /** A row whose unique value a record has changes that record; else it is refused. */
  readonly updates: boolean
  /** Paths of the fields; none: all that may be filled in. */
  readonly fields: readonly string[]
}

/** Which records of a model stand in calendars, when and as what. Fields are named by their paths. */
export interface CalendarPlan {
  readonly field: string
  /** Where what begins then ends; absent: on the same day, or at that moment. */
  readonly end?: string
  /** Whole days, the last one among them. */
  readonly isAllDay: boolean
  /** `#f5811c` */
  readonly color?: string
  /** What it is called; none: as the first column of the list calls it. */
  readonly titles: readonly string[]
  /** Those that it leaves out do not stand there. */
  readonly filter: Condition | null
  /** It is what the record has to be done by: past it the record is overdue, for as long as it stands there. */
  readonly isDeadline: boolean
}

export type ListKind = 'plain' | 'left-tree' | 'grouped' | 'inline' | 'tree-table'

/** How the records of a tree table hang together. */
export interface ParentPlan {
  /** The field that holds the parent's key. */
  readonly field: string
  /** The field that holds a record's own key; null: its id. */
  readonly key: string | null
  /** Children are fetched when their parent is opened (`treeLazyType` 1). */
  readonly lazy: boolean
}

/** How the rows of a hand-written list hang together: by the id of the row above, or fetched level by level. */
export interface BranchPlan {
  readonly parent?: string
  readonly children?: {
    readonly call: Computed<string>
    readonly with: Computed<Readonly<Record<string, unknown>>>
  }
  /** Rows that have none below them. */
  readonly leaf?: Predicate
}

export interface ColumnPlan {
  /** Its path; the second column of one path is `path~2`. */
  readonly id: string
  /** Row member: `total`, or `items.amount` for a sub-table's column. */
  readonly path: string
  readonly label: Text
  /** Its label where that has places to fill. */
  readonly heading?: Computed<Text>
  readonly field?: FieldPlan
  /** Pixels. */
  readonly width?: number
  /** A person has set its width: it keeps that, whatever its values need. */
  readonly isSized?: boolean
  readonly align: 'left' | 'center' | 'right'
  readonly fixed?: 'left' | 'right'
  readonly sortable: boolean
  readonly thousands: boolean
  /** Decimals that all its numbers are shown with at least. */
  readonly decimals?: number
  /** Where there is no room for all columns, those of a lower one leave first; default: 0. */
  readonly priority?: number
  /** What is shown, computed with `row`. */
  readonly value?: Computed
  /** A widget key and settings of a list document's column without a field (a tag, a date). */
  readonly widget?: string
  readonly settings?: Readonly<Record<string, unknown>>
  /** How its cells look by condition. */
  readonly style?: StylePlan
}

/** A header over several columns. */
export interface ColumnGroup {
  readonly id: string
  readonly label: Text
  /** Its label where that has places to fill. */
  readonly heading?: Computed<Text>
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

type OfButton = PlanOf<typeof ListButton> & Pick<PlanOf<typeof RowButton>, 'onCard'>

/** A button above the list or in its rows. */
export interface ButtonPlan extends Partial<Omit<OfButton, 'text' | 'code' | 'value'>> {
  /** Tells it from every other button of its list, those of other places too: `toolbar-1`. */
  readonly key: string
  /** `add`, `edit`, `remove`, `detail`, `batchRemove`, or a document's own: by it others know what the button is. */
  readonly value: string
  readonly text: Computed<Text>
  /** Permission code: `btn_add`. */
  readonly code: string
  /** What a button of the model's own does (`customBtnsList`); a documented value has its meaning. */
  readonly custom?: CustomAct
}

/** What a custom button does with its row (`reference/columndata-format.md §1`, `customBtnsList`). */
export type CustomAct = { readonly confirm: Text | null } & (
  | {
      /** Opens the form of another model, filled from the row. */
      readonly kind: 'form'
      readonly modelId: string
      readonly title: Text
      readonly popup: 'general' | 'fullScreen' | 'drawer'
      /** A CSS length. */
      readonly width: string
      /** Which of the row's fields (or `id`) fills which field of the other form. */
      readonly fields: readonly { readonly from: string; readonly to: string }[]
    }
  | {
      /** Runs a script of the model over the row. */
      readonly kind: 'script'
      readonly source: string
    }
  | {
      /** Calls a data interface. */
      readonly kind: 'interface'
      readonly id: string
      readonly params: readonly CustomParam[]
    }
)

/** A parameter of a custom button's interface: a field of the row, or a value of its own. */
export interface CustomParam {
  readonly name: string
  readonly from: { readonly field: string } | { readonly value: unknown }
}

/** The tree at the left (`columnData` type 2). */
export interface TreePlan {
  readonly title: Text
  /** Its title where that has places to fill. */
  readonly heading?: Computed<Text>
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
 * `matches` validates it in memory: one meaning.
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
