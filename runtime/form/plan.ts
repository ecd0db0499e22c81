import type { Expression } from '../expression/expression'
import type { JsonSchema } from '../schema/json-schema'
import type { Text } from '../text'
import type { Derivation, OptionSource, WidgetDefinition } from '../widget/definition'

/** What a form document compiles to: made once a version, shared by browser and server, never changed. */
export interface FormPlan {
  readonly id: string
  readonly title: Text
  readonly dialect: 'form' | 'formData'
  /** The model's `type`, where the form is a model's: a part of the record's QR code (`spec/widgets.md §3`). */
  readonly modelType?: string
  readonly layout: FormLayout
  /** The drawing order: containers with their children, fields by path. */
  readonly nodes: readonly PlanNode[]
  /** Every field that holds a value, by path: `total`, `items`, and columns as `items.amount`. */
  readonly fields: ReadonlyMap<string, FieldPlan>
  /** Objects within the record that hold fields, by path (`dataConfigJson`), an outer one before those inside it. */
  readonly groups: ReadonlyMap<string, GroupPlan>
  /** What has to be true of the values for the record to be saved, beside what each field says of its own. */
  readonly checks: readonly CheckPlan[]
  /** What is worked out when a record arrives, and when it is kept or sent. */
  readonly load: readonly MapPlan[]
  readonly save: readonly MapPlan[]
  /** Structure and leaf constraints of a whole record, without `required` (which may depend on values). */
  readonly schema: JsonSchema
  /** Rules in an order in which each comes after all it reads; what a change must run is in `dependents`. */
  readonly rules: readonly RulePlan[]
  /** A path read by rules (`price`, `items.amount`, also `user` and other scope names) → indices into `rules`, ascending. */
  readonly dependents: ReadonlyMap<string, readonly number[]>
  /** What the document asked for that this product cannot honour (yet); each is shown to the administrator. */
  readonly losses: readonly Loss[]
  /** Scripts the model carries, by place: `onLoad`, `price.change`, `items.amount.blur`, `button#3.click`. */
  readonly scripts: ReadonlyMap<string, string>
  /** Fields whose states or values scripts decide: the server cannot know what they decided. Absent: none. */
  readonly scripted?: Scripted
  /** The decoded document: encoding it gives back the `formData` that came in, nothing lost. */
  readonly source: unknown
  /** Fields of `formData` whose name records need themselves (`id`): path in the document → path they are kept under. */
  readonly renamed?: ReadonlyMap<string, string>
}

/** An object within the record whose members are fields (or groups in turn). */
export interface GroupPlan {
  readonly path: string
  readonly place: readonly string[]
  /** Paths of all top-level fields below it, in the document's order. */
  readonly fields: readonly string[]
  /** What people call it; absent: it has no title. */
  readonly title?: Text
  /** Its wire form is JSON text. */
  readonly encode?: 'json'
}

/** A condition that values have to fulfil (`valid`). A field's is validated while it is filled, a form's always. */
export interface CheckPlan {
  /** The field that is wrong when it is false; the empty text: the record as a whole. */
  readonly target: string
  readonly expression: Expression
  readonly message: Text
  /** Paths that it reads, as rules do: when one changes it is validated again. */
  readonly reads: readonly string[]
}

/** A member of the record that an expression gives. */
export interface MapPlan {
  readonly place: readonly string[]
  readonly expression: Expression
}

/** Paths of fields by what scripts may do to them (`reference/formdata-format.md §6`). */
export interface Scripted {
  /** Shown, hidden, required or not: only a person's browser knows whether a value is due. */
  readonly states: ReadonlySet<string>
  /** Given a value, though nobody may type one, or opened: what is sent is taken. */
  readonly open: ReadonlySet<string>
}

/** Form-level settings, in `formData`'s meaning (`reference/formdata-format.md §2`). */
export interface FormLayout {
  readonly size: 'mini' | 'small' | 'default' | 'large'
  readonly labelPosition: 'left' | 'right' | 'top'
  /** Pixels. */
  readonly labelWidth: number
  /**
   * The document says nothing of where its fields stand: one to three columns by the width of the form's place, labels as
   * wide as they are long. Absent: parts of 24 columns, as `span` says.
   */
  readonly flow?: { readonly labels: boolean }
  /** Pixels between columns. */
  readonly gutter: number
  readonly disabled: boolean
  readonly popup: 'general' | 'fullScreen' | 'drawer'
  /** CSS lengths by popup mode. */
  readonly widths: { readonly general: string; readonly fullScreen: string; readonly drawer: string }
  readonly buttons: {
    /** A missing text means that the button is not there. */
    readonly cancel?: Text
    readonly confirm?: Text
    readonly confirmAndAdd?: Text
    readonly print?: Text
  }
  readonly printIds: readonly string[]
  /** A second save of a record that changed in the meantime is refused. Loam always checks; kept for the designer. */
  readonly concurrencyLock: boolean
  readonly primaryKeyPolicy: 1 | 2
  readonly logicalDelete: boolean
  readonly className: readonly string[]
}

export type PlanNode = FieldNode | DisplayNode | ContainerNode

/** Where a node stands in a `formData` that is designed: from the nearest node whose `formId` no other has. */
export interface Origin {
  readonly node?: number | string
  readonly path: readonly (string | number)[]
}

interface NodeBase {
  /** Unique in the form; while it is designed the same as long as the node has its identity. */
  readonly id: string
  /** While it is designed. */
  readonly origin?: Origin
  /** Why it is shown as a place alone while it is designed. */
  readonly inert?: 'hidden' | 'unknown' | 'duplicate'
  /** The widget's key; `unknown` for what is not there yet. */
  readonly widget: string
  /** Columns of 24. */
  readonly span: number
  readonly visible?: Expression
}
/** A place where the field `path` is drawn (a leaf or a sub-table). */
export interface FieldNode extends NodeBase {
  readonly kind: 'field'
  readonly path: string
}
/** Shows something, holds no value; `settings` may hold templates. */
export interface DisplayNode extends NodeBase {
  readonly kind: 'display'
  readonly settings: Readonly<Record<string, unknown>>
  readonly label: Text
  /** Its label stands beside it, as a field's does; absent: it has the whole width. */
  readonly labelled?: { readonly width?: number }
}
/** Holds nodes: a row, a card, a tab and its panes, a grid with rows and cells. */
export interface ContainerNode extends NodeBase {
  readonly kind: 'container'
  readonly settings: Readonly<Record<string, unknown>>
  /** Title of a card or pane. */
  readonly label: Text
  /** Path of the object that its fields are members of. */
  readonly group?: string
  readonly children: readonly PlanNode[]
}

export interface FieldPlan {
  /** `total`, `dataConfigJson.sql` within a group, or `items.amount` for a column. */
  readonly path: string
  /** The names that lead to a field within a group: `["dataConfigJson", "sql"]`; absent: a member of the record or row. */
  readonly place?: readonly string[]
  /** The last part: the key in the record or in the row. */
  readonly name: string
  /** Path of the sub-table whose column this is. */
  readonly table?: string
  /** What its value is stored under in a record or a row, whatever the field is called: its first released name, as a rule. */
  readonly key: string
  /** The key of the sub-table whose column this is. */
  readonly tableKey?: string
  /** The widget's key. `unknown` when there is no such widget: a labelled, inert place that keeps its data. */
  readonly widget: string
  /** Undefined when the widget is unknown. */
  readonly definition?: WidgetDefinition
  /** The document's own name for the widget, shown in the inert place. */
  readonly widgetName: string
  readonly label: Text
  readonly showLabel: boolean
  /** Pixels; undefined: the form's. */
  readonly labelWidth?: number
  readonly tip?: Text
  readonly placeholder?: Text
  readonly span: number
  /** The widget's settings, defaults filled in. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly options?: OptionSource
  readonly defaultValue: unknown
  /** Constant part of each state; a rule, where there is one, decides at run time. */
  readonly required: boolean
  readonly visible: boolean
  readonly disabled: boolean
  readonly readonly: boolean
  readonly requiredMessage: Text
  /** Checked in order on a non-empty value. */
  readonly patterns: readonly { readonly pattern: string; readonly flags: string; readonly message: Text }[]
  /** No two records of the model may share it; the server checks. */
  readonly unique: boolean
  /** False for a computed or attribute field that is only shown (`isStorage` 0). */
  readonly stored: boolean
  /** Computed by a rule: what a request sends for it is ignored. */
  readonly computed: boolean
  /** JSON Schema of a filled value. */
  readonly schema: JsonSchema
  /** Columns of a sub-table, in order. */
  readonly columns?: readonly FieldPlan[]
  /** Pixels, for a column. */
  readonly columnWidth?: number
  /** While it is designed: what it was read from. A plan read anew keeps it as long as that is the same object. */
  readonly designed?: { readonly source: object; readonly origin: Origin; readonly losses: readonly Loss[] }
}

/** States of a field that an expression decides. */
export type StateRule = 'visible' | 'required' | 'disabled' | 'readonly'

/** One computed value or state of one field. A column's rule runs once a row, names resolving to the row first. */
export interface RulePlan {
  /** A field's path, or `#` and a node's id for the visibility of a container or display node. */
  readonly target: string
  readonly kind: 'value' | StateRule | 'options'
  readonly expression: Expression | null
  /** `options`: re-read because one of the parameters changed; `clear` empties the dependent value (`§5`). */
  readonly clear?: boolean
  /** Paths the rule reads, as in `dependents`. */
  readonly reads: readonly string[]
  /** Decimals of a computed number; the result is rounded half away from zero. */
  readonly precision?: number
  /** Milliseconds without a change before it runs again (`WidgetDefinition.debounce`); absent: with the next flush. */
  readonly debounce?: number
  /** Indices of the debounced rules whose results it reads, directly or through others: it never runs on their old ones. */
  readonly behind?: readonly number[]
  /** The value where the expression has none or no number (a calculated field: 0). */
  readonly fallback?: unknown
  /** The widget's own computation, instead of an expression. */
  readonly derivation?: Derivation<object>
  /** Those of `reads` that a column's rule takes over all rows of its own table, not in its own row. */
  readonly wide?: readonly string[]
}

export interface Loss {
  /** JSON pointer into the document. */
  readonly pointer: string
  /** Path or label of the field concerned, where there is one. */
  readonly field?: string
  /** Locale key and parameters of the sentence. */
  readonly message: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** Trouble with one value: `path` is `total`, or `items.2.amount` with the row's position. */
export interface FieldError {
  readonly path: string
  readonly message: string
  /** The message of a server that names the field `{name}`: the form calls it by its label. */
  readonly sentence?: string
}

/** Values of a record as stored and sent: `{ total: 12, items: [{ amount: 3 }] }`. */
export type FormRecord = Record<string, unknown>
