import { type ReactNode, useEffect, useRef } from 'react'

const FIRST_REPEAT = 400
const REPEAT = 70

/** Steps on press, and again while it is held. Out of the Tab order: the keyboard has the arrows. */
export function StepButton({
  direction,
  label,
  disabled,
  onStep,
  children,
}: {
  readonly direction: 1 | -1
  readonly label: string
  readonly disabled: boolean
  readonly onStep: () => void
  readonly children: ReactNode
}) {
  const timer = useRef<number | undefined>(undefined)
  const latest = useRef(onStep)
  useEffect(() => {
    latest.current = onStep
  })
  const stop = () => window.clearTimeout(timer.current)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const repeat = (after: number) => {
    timer.current = window.setTimeout(() => {
      latest.current()
      repeat(REPEAT)
    }, after)
  }
  return (
    <button
      type="button"
      className="loam-number-step"
      data-direction={direction}
      tabIndex={-1}
      aria-label={label}
      disabled={disabled}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        onStep()
        repeat(FIRST_REPEAT)
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      // A click without a press comes from assistive technology.
      onClick={(event) => event.detail === 0 && onStep()}
    >
      {children}
    </button>
  )
}
