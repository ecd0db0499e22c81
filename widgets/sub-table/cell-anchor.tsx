import { type InputEvent, useLayoutEffect, useRef } from 'react'
import type { GridColumn } from './columns'
import type { GridModel } from './grid-model'
import { useSlice } from './use-model'

export interface CellAnchorProps {
  readonly model: GridModel
  readonly rowId: string
  readonly column: GridColumn
  /** Column and text: what a screen reader says when the cell becomes the active one. */
  readonly name: string
  readonly editing: boolean
  readonly writable: boolean
  readonly errorId: string | null
}

/**
 * Holds the focus in the active cell. It is a field, not the cell itself, because an input method composes only into a
 * field: pinyin typed on a cell must begin with its first letter. What is composed here opens the editor.
 */
export function CellAnchor({ model, rowId, column, name, editing, writable, errorId }: CellAnchorProps) {
  const field = useRef<HTMLInputElement>(null)
  const focused = useSlice(model, ({ state }) => state.focused)
  const requested = useSlice(model, ({ state }) => state.requested)
  // biome-ignore lint/correctness/useExhaustiveDependencies: being asked again is a reason of its own.
  useLayoutEffect(() => {
    if (focused && !editing && document.activeElement !== field.current) {
      field.current?.focus({ preventScroll: true })
    }
    if (!editing && field.current) field.current.value = ''
  }, [focused, editing, requested])
  const seed = () => {
    const text = field.current?.value ?? ''
    if (text === '' || (!model.state.editing && !model.edit('typing'))) return
    // What is known by an id is chosen: its editor takes what was typed as what is sought.
    if (column.field.definition?.names) return
    const answer = model.text.fromText(column, rowId, text)
    if ('value' in answer) model.change(answer.value, true)
  }
  return (
    <input
      ref={field}
      className="loam-table__anchor"
      data-anchor=""
      tabIndex={editing ? -1 : 0}
      readOnly={!writable}
      placeholder=" "
      inputMode="none"
      autoComplete="off"
      spellCheck={false}
      aria-label={name}
      aria-invalid={errorId !== null}
      aria-describedby={errorId ?? undefined}
      aria-hidden={editing || undefined}
      onInput={(event: InputEvent<HTMLInputElement>) => {
        if (!event.nativeEvent.isComposing) seed()
      }}
      onCompositionEnd={seed}
    />
  )
}
