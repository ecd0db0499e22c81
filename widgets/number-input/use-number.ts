import { decimalOf, formatNumber, narrow, parseNumber, roundTo } from '@runtime/widget/number-format'
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import type { EditProps } from '../widget'
import type { NumberInputSettings } from './definition'

/** A beginning of a number: nothing to store yet, and no mistake either. */
const BEGINNING = /^[+-]?\.?$/

/**
 * The text of a number field. While it is being typed the text stands as typed; on leaving, decimals are fixed and
 * thousands grouped (`spec/widgets.md §5`). A text that is no number is kept, and stored as it is, so that the check
 * names it and nothing typed is lost.
 */
export function useNumber(props: EditProps<NumberInputSettings, number>) {
  const { value, settings, onChange } = props
  const [draft, setDraft] = useState<string | null>(null)
  const change = (next: number | string | null) => {
    if (next !== (value ?? null)) onChange(next as number | null)
  }
  const type = (text: string) => {
    setDraft(text)
    change(typedValue(text, settings))
  }
  const shown = displayText(value, settings)
  return {
    text: draft ?? shown,
    draft,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      if ((event.nativeEvent as InputEvent).isComposing) setDraft(event.target.value)
      else type(event.target.value)
    },
    onCompositionEnd(event: { currentTarget: HTMLInputElement }) {
      type(narrow(event.currentTarget.value))
    },
    /** Without thousands while it is edited. */
    begin: () => setDraft(displayText(value, { ...settings, thousands: false })),
    end() {
      setDraft(null)
      change(onLeaving(value, settings))
    },
    /** Up and down by `step`, exactly and within the bounds. */
    step(direction: 1 | -1) {
      const next = stepped(value, direction, settings)
      if (draft !== null) setDraft(displayText(next, { ...settings, thousands: false }))
      change(next)
    },
  }
}

/** Letters have no place in a number: they are not taken. A pasted text is, and is validated whole. */
export function refuseLetters(event: { nativeEvent: Event; preventDefault(): void }): void {
  const { data } = event.nativeEvent as InputEvent
  if (data?.length === 1 && !/[\d.,+-]/.test(narrow(data))) event.preventDefault()
}

/** The arrow that a key stands for; null for other keys and while an input method is at work. */
export function arrowOf(event: KeyboardEvent): 1 | -1 | null {
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return null
  return event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null
}

function typedValue(text: string, { precision }: NumberInputSettings): number | string | null {
  const plain = narrow(text).trim()
  if (BEGINNING.test(plain)) return null
  const parsed = parseNumber(plain)
  if (parsed === null) return null
  if ('problem' in parsed) return text
  return precision === undefined ? parsed.value : roundTo(parsed.value, precision)
}

function onLeaving(value: unknown, { step, stepStrictly }: NumberInputSettings): number | string | null {
  const number = decimalOf(value)
  if (!number || typeof value !== 'number') return (value as string | null) ?? null
  return stepStrictly ? number.dividedBy(step).round().times(step).toNumber() : value
}

function stepped(
  value: unknown,
  direction: 1 | -1,
  { min, max, step, precision }: NumberInputSettings,
): number {
  const from = decimalOf(value) ?? decimalOf(0)
  const next = from?.plus(decimalOf(step)?.times(direction) ?? 0).toNumber() ?? 0
  const rounded = precision === undefined ? next : roundTo(next, precision)
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, rounded))
}

/** What the field shows when nobody types: a text that is no number stands as it is. */
export function displayText(
  value: unknown,
  { precision, thousands }: Pick<NumberInputSettings, 'precision' | 'thousands'>,
): string {
  if (value === null || value === undefined) return ''
  return formatNumber(value, { precision, thousands }) || String(value)
}
