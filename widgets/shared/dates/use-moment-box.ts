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
 * Typing, stepping and choosing of a date or time. What is typed goes to the form as soon as it is a whole value, so a
 * save by keyboard loses nothing; a text that is none is taken back with a word when the field is left.
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

  function commit(): boolean {
    if (draft === null) return true
    const typed = draft.trim() === '' ? null : kind.parse(draft)
    setDraft(null)
    if (typed === null && draft.trim() !== '') return false
    if (typed !== value) onChange(typed)
    return true
  }

  function step(event: KeyboardEvent<HTMLInputElement>, amount: number): void {
    const { selectionStart } = event.currentTarget
    const text = draft ?? written
    const segment = segmentAt(kind.format, selectionStart ?? 0, text.length)
    const next = kind.step(draft === null ? value : (kind.parse(draft) ?? value), segment.unit, amount)
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
      if (key === 'Enter') {
        if (!commit()) props.host.toast('warning', kind.fault(draft ?? ''))
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
      if (!commit()) props.host.toast('warning', kind.fault(draft ?? ''))
      hide()
      props.onBlur()
    },
  }
}
