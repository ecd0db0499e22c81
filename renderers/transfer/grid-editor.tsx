import { useEffect, useRef } from 'react'

/** By how much the place in the grid moves. */
export interface Step {
  readonly line?: number
  readonly column?: number
}

/** What a cell of the grid is typed into. */
export function Editor({
  label,
  text,
  selects,
  onDone,
  onLeave,
}: {
  readonly label: string
  readonly text: string
  /** All of it is marked, so that typing replaces it. */
  readonly selects: boolean
  readonly onDone: (text: string, by: Step | null) => void
  readonly onLeave: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const isLeft = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(() => {
    field.current?.focus()
    if (selects) field.current?.select()
  }, [])
  const leave = (work: () => void) => {
    if (isLeft.current) return
    isLeft.current = true
    work()
  }
  const value = () => field.current?.value.trim() ?? ''
  return (
    <input
      ref={field}
      className="loam-import-editor"
      aria-label={label}
      defaultValue={text}
      onBlur={() => leave(() => onDone(value(), null))}
      onKeyDown={(event) => {
        event.stopPropagation()
        // Enter also ends the choice of a Chinese word.
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') {
          event.preventDefault()
          leave(onLeave)
        } else if (event.key === 'Enter' || event.key === 'Tab') {
          event.preventDefault()
          const by = event.key === 'Enter' ? { line: 1 } : { column: event.shiftKey ? -1 : 1 }
          leave(() => onDone(value(), by))
        }
      }}
    />
  )
}
