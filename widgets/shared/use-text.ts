import { fittedText } from '@runtime/characters'
import { type ChangeEvent, type ClipboardEvent, type CompositionEvent, useState } from 'react'
import { readSingleCell } from './clipboard'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * The value of a text control whose value is kept elsewhere. What an input method is still composing stays in the
 * control: rules and checks see the finished text only. `most`: characters beyond which nothing is taken.
 */
export function useText(value: string | null, onChange: (value: string | null) => void, most?: number) {
  const [composing, setComposing] = useState<string | null>(null)
  const commit = (control: TextControl) => {
    if (most !== undefined) keepWithin(control, most)
    onChange(control.value === '' ? null : control.value)
  }
  return {
    value: composing ?? (value === null || value === undefined ? '' : String(value)),
    onChange(event: ChangeEvent<TextControl>) {
      if ((event.nativeEvent as InputEvent).isComposing) setComposing(event.target.value)
      else commit(event.target)
    },
    onPaste(event: ClipboardEvent<TextControl>) {
      const control = event.currentTarget
      const cell = readSingleCell(event.clipboardData)
      if (cell === null || control.readOnly || control.disabled) return
      event.preventDefault()
      const text = control instanceof HTMLInputElement ? cell.split('\n').join(' ') : cell
      // As if it were typed: it can be undone, and the longest text is kept to.
      control.ownerDocument.execCommand('insertText', false, text)
    },
    onCompositionEnd(event: CompositionEvent<TextControl>) {
      setComposing(null)
      commit(event.currentTarget)
    },
  }
}

/** Takes what is typed up to a length: the browser's own limit counts parts of characters. */
export function keepWithin(control: TextControl, most: number): void {
  const { value, selectionStart } = control
  const fitted = fittedText(value, selectionStart ?? value.length, most)
  if (fitted.text === value) return
  control.value = fitted.text
  control.setSelectionRange(fitted.caret, fitted.caret)
}
