import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { EditProps } from '../../widget'
import type { MomentKind } from './kind'
import { segmentAt } from './segments'

export interface MomentBoxState<V> {
  readonly input: RefObject<HTMLInputElement | null>
  readonly open: boolean
  readonly text: string
  show(): void
  hide(): void
  type(text: string): void
  pick(value: V, done: boolean): void
  press(event: KeyboardEvent<HTMLInputElement>): void
  leave(): void
}

/**
 * Typing, stepping and choosing of a date or time. What is typed goes to the form as soon as it is a whole value, and at
 * the latest with the key that saves; a text that is none goes there as it is, so that the field says what is wrong with
 * it and nothing is saved.
 */
export function useMomentBox<V>(
  props: EditProps<object, V>,
  kind: MomentKind<V>,
  { locked, bare }: { readonly locked: boolean; readonly bare: boolean },
): MomentBoxState<V> {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<readonly [number, number] | null>(null)
  const [open, setOpen] = useState(bare && !locked)
  const [draft, setDraft] = useState<string | null>(null)
  const { value, onChange } = props
  const written = value === null || value === undefined ? '' : kind.text(value)
  useLayoutEffect(() => {
    if (caret.current) input.current?.setSelectionRange(...caret.current)
    caret.current = null
  })

  function commit(): void {
    if (draft === null) return
    const text = draft.trim()
    const typed = text === '' ? null : (kind.parse(text) ?? (text as V))
    setDraft(null)
    if (typed !== value) onChange(typed)
  }

  function step(event: KeyboardEvent<HTMLInputElement>, amount: number): void {
    const { selectionStart } = event.currentTarget
    const text = draft ?? written
    const segment = segmentAt(kind.format, selectionStart ?? 0, text.length)
    const known = heldValue(kind, value)
    const next = kind.step(draft === null ? known : (kind.parse(draft) ?? known), segment.unit, amount)
    caret.current = [segment.start, segment.end]
    setDraft(null)
    onChange(next)
  }

  const hide = () => setOpen(false)
  const show = () => setOpen(!locked && !props.disabled)
  return {
    input,
    open: open && !locked && !props.disabled,
    text: draft ?? written,
    show,
    hide,
    type(text) {
      const typed = text.trim() === '' ? null : kind.parse(text)
      const whole = text === '' || (typed !== null && kind.text(typed) === text)
      setDraft(whole ? null : text)
      if (whole && typed !== value) onChange(typed)
    },
    pick(picked, done) {
      setDraft(null)
      onChange(picked)
      if (done) hide()
    },
    press(event) {
      if (locked || event.nativeEvent.isComposing) return
      const { key, altKey } = event
      // The keys that save do not take the focus away.
      if (event.ctrlKey || event.metaKey) commit()
      if (key === 'Enter') {
        commit()
        hide()
      } else if (key === 'Escape') {
        if (!bare && (open || draft !== null)) event.stopPropagation()
        setDraft(null)
        hide()
      } else if (altKey && key === 'ArrowDown') show()
      else if (key === 'ArrowDown' || key === 'ArrowUp') {
        event.preventDefault()
        step(event, key === 'ArrowUp' ? 1 : -1)
      }
    },
    leave() {
      commit()
      hide()
      props.onBlur()
    },
  }
}

/** What a field holds; a text that was typed and is no value counts as none. */
export function heldValue<V>(kind: MomentKind<V>, value: V | null): V | null {
  return typeof value === 'string' ? kind.parse(value) : value
}
