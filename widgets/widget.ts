import type { FieldPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import type { Option, WidgetDefinition } from '@runtime/widget/definition'
import type { ComponentType, ReactNode } from 'react'

export type { WidgetDefinition } from '@runtime/widget/definition'

/**
 * The whole of a widget: its definition and its components. `widgets/<key>/index.ts` exports one as `widget`;
 * `definition.ts` beside it exports the headless half as `definition` and imports nothing but `runtime/`.
 */
// biome-ignore lint/suspicious/noExplicitAny: the registry holds widgets of many settings and values; each folder types its own.
export interface Widget<S extends object = any, V = any> {
  readonly definition: WidgetDefinition<S, V>
  /**
   * Editing. May be made by `onUse`. Layout and display widgets have none. A form may hold a
   * thousand: closed and untouched it is a handful of elements, and what opens is made when it opens.
   */
  readonly Edit?: ComponentType<EditProps<S, V>>
  /** Read-only, in a form or detail. Default: `toText`. */
  readonly View?: ComponentType<ViewProps<S, V>>
  /** In a list's or sub-table's cell: one line. Default: `toText`. */
  readonly Cell?: ComponentType<ViewProps<S, V>>
  /** Editing in a table cell: no border of its own, takes focus when mounted, Enter and Tab bubble. Default: `Edit`. */
  readonly CellEdit?: ComponentType<EditProps<S, V>>
  /** A display widget's drawing. */
  readonly Display?: ComponentType<DisplayProps<S>>
  /** A layout widget's drawing around its children. */
  readonly Layout?: ComponentType<LayoutProps<S>>
}

export interface EditProps<S, V> {
  /** DOM id for the control, so that the label points at it. */
  readonly id: string
  readonly value: V | null
  /** Always one argument: a component library's event never passes through. */
  readonly onChange: (value: V | null) => void
  readonly onBlur: () => void
  readonly settings: S
  readonly label: string
  readonly placeholder: string
  readonly disabled: boolean
  readonly readonly: boolean
  readonly required: boolean
  /** Null when valid. The message stands under the field under `${id}-error`. */
  readonly error: string | null
  readonly options: readonly Option[]
  readonly optionsState: 'none' | 'loading' | 'ready' | 'failed'
  readonly reloadOptions: () => void
  /** Take the focus when mounted. */
  readonly autoFocus: boolean
  readonly field: FieldPlan
  readonly host: Host
  readonly context: FieldContext
}

/** Where a widget stands: for those that look beyond their own value. */
export interface FieldContext {
  readonly store: FormStore
  /** The row's id in a sub-table. */
  readonly rowId?: string
  /** Another value: the row's own first (as `WidgetContext.get`). */
  get(path: string): unknown
  set(path: string, value: unknown): void
  /** Subscribes to other values; fields that depend on some draw again when these change. */
  subscribe(paths: readonly string[], listener: () => void): () => void
}

export interface ViewProps<S, V> {
  readonly value: V | null
  /** The display text that the server resolved, where the list or detail gave one. */
  readonly text?: string
  readonly settings: S
  readonly options: readonly Option[]
  readonly host: Host
  readonly field: FieldPlan
  /** The whole record or row. */
  readonly record: Readonly<Record<string, unknown>>
}

export interface DisplayProps<S> {
  readonly id: string
  readonly settings: S
  readonly label: string
  readonly host: Host
  /** The open form; absent where a record is only read. */
  readonly store?: FormStore
  /** The record that is read, where no form is open: raw values. */
  readonly record?: DisplayRecord
  /** What a click does: a script of the model or steps of the document. Resolves when that is done; absent: nothing. */
  readonly onClick?: () => Promise<unknown>
}

/** A record for reading, and the model it is of. */
export interface DisplayRecord {
  readonly model: string
  readonly modelType?: string
  readonly values: Readonly<Record<string, unknown>>
}

export interface LayoutProps<S> {
  readonly id: string
  readonly settings: S
  readonly label: string
  readonly host: Host
  readonly gutter: number
  readonly panes: readonly LayoutPane[]
  /** Number of fields in the children whose error shows, for a container that can be folded; absent: not counted. */
  readonly errors?: number
  /** The pane that must be seen now (the first error is inside): open it whenever this object changes. */
  readonly reveal?: { readonly pane: string }
  /** Tells of what a person does with the panes: `tabClick`, `change` (`reference/formdata-format.md §6`). */
  readonly onEvent?: (event: 'tabClick' | 'change', data: unknown) => void
  /** The drawn children of a container without panes. */
  readonly children?: ReactNode
}

/** A child container, drawn when asked: tabs mount when first opened. */
export interface LayoutPane {
  readonly id: string
  readonly widget: string
  readonly label: string
  readonly settings: Readonly<Record<string, unknown>>
  /** Number of fields inside whose error shows, for a mark on a closed tab. */
  readonly errors: number
  readonly panes: readonly LayoutPane[]
  render(): ReactNode
}
