import type { CellState } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { offeredFor } from '@runtime/widget/choice'
import { type RefObject, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { LazyFallback } from '../shared/lazy'
import type { FieldContext } from '../widget'
import type { GridColumn } from './columns'
import type { GridModel } from './grid-model'
import { useSlice } from './use-model'

export interface CellEditorProps {
  readonly model: GridModel
  readonly rowId: string
  readonly column: GridColumn
  readonly cell: CellState
  readonly host: Host
  readonly context: FieldContext
  /** There is room for the widget's full `Edit`. */
  readonly roomy?: boolean
}

/** The open editor of the active cell: its widget's `CellEdit`, or its `Edit` where it has none. */
export function CellEditor({ model, rowId, column, cell, host, context, roomy }: CellEditorProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const typing = useTyping()
  const draft = useSlice(model, ({ state }) => state.editing?.draft ?? null)
  const { CellEdit, Edit } = column.widget ?? {}
  const Editor = roomy ? (Edit ?? CellEdit) : (CellEdit ?? Edit)
  if (!Editor) return null
  const { field } = column
  return (
    <div
      ref={box}
      className={roomy ? 'loam-table__editor loam-table__editor--roomy' : 'loam-table__editor'}
      {...typing.listeners}
    >
      <LazyFallback shown={null}>
        <Editor
          id={id}
          value={draft}
          onChange={(value: unknown) => model.change(value, typing.now())}
          onBlur={() => undefined}
          settings={field.settings}
          label={column.label}
          placeholder={host.text(field.placeholder)}
          disabled={false}
          readonly={false}
          required={cell.required}
          error={cell.error}
          options={offeredFor(model.text.options(column, rowId), draft)}
          optionsState={cell.optionsState}
          reloadOptions={() => void context.store.reloadOptions(field.path)}
          autoFocus
          field={field}
          host={host}
          context={context}
        />
        <TakeFocus box={box} model={model} />
      </LazyFallback>
    </div>
  )
}

/**
 * Gives the focus to an editor that did not take it itself. What is there is selected when a character has opened it,
 * which then replaces it; else the caret goes behind it.
 */
function TakeFocus({
  box,
  model,
}: {
  readonly box: RefObject<HTMLDivElement | null>
  readonly model: GridModel
}) {
  // Not in the layout phase: there the box around is not known yet.
  useEffect(() => {
    const editor = box.current
    if (!editor) return
    if (!editor.contains(document.activeElement)) {
      editor
        .querySelector<HTMLElement>('input, textarea, button, [contenteditable="true"], [tabindex]')
        ?.focus({ preventScroll: true })
    }
    const focused = document.activeElement
    if (!isTextField(focused)) return
    const { editing } = model.state
    const replaces = editing?.how === 'typing' && !editing.dirty
    focused.setSelectionRange(replaces ? 0 : focused.value.length, focused.value.length)
  }, [box, model])
  return null
}

/**
 * Tells a change that comes of typing from a choice, by the event under way: an editor says `onChange` for both, but
 * only a choice is written before the cell is left.
 */
function useTyping() {
  const current = useRef(false)
  const begin = (event: SyntheticEvent) => {
    if (!isTextField(event.target)) return
    current.current = true
    // The change may come of a later phase of the same event, or of the leaving that a key causes: until the next task.
    setTimeout(() => {
      current.current = false
    })
  }
  return {
    now: () => current.current,
    listeners: { onInputCapture: begin, onKeyDownCapture: begin, onCompositionEndCapture: begin },
  }
}

function isTextField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true
  return (
    target instanceof HTMLInputElement && ['text', 'search', 'tel', 'url', 'password'].includes(target.type)
  )
}
