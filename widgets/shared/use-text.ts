import { type ChangeEvent, type CompositionEvent, useState } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * The value of a text control whose value is kept elsewhere. What an input method is still composing stays in the
 * control: rules and checks see the finished text only.
 */
export function useText(value: string | null, onChange: (value: string | null) => void) {
  const [composing, setComposing] = useState<string | null>(null)
  const commit = (text: string) => onChange(text === '' ? null : text)
  return {
    value: composing ?? (value === null || value === undefined ? '' : String(value)),
    onChange(event: ChangeEvent<TextControl>) {
      if ((event.nativeEvent as InputEvent).isComposing) setComposing(event.target.value)
      else commit(event.target.value)
    },
    onCompositionEnd(event: CompositionEvent<TextControl>) {
      setComposing(null)
      commit(event.currentTarget.value)
    },
  }
}
