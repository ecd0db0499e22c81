import { useState } from 'react'
import { useInputClass } from '../shared/text-box'

/** A whole number from 1 on. Where it is `isHeld`, one that is too high is not taken; elsewhere the field says so. */
export function Count({
  label,
  value,
  most,
  isHeld = false,
  onChange,
}: {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly isHeld?: boolean
  readonly onChange: (value: number) => void
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const className = useInputClass(false)
  return (
    <input
      type="number"
      inputMode="numeric"
      className={`${className} loam-recurrence-count`}
      aria-label={label}
      aria-invalid={value > most || undefined}
      min={1}
      max={most}
      value={draft ?? value}
      onChange={(event) => {
        const next = Number(event.target.value)
        setDraft(event.target.value)
        if (/^\d{1,6}$/.test(event.target.value) && next >= 1 && (!isHeld || next <= most)) onChange(next)
      }}
      onBlur={() => setDraft(null)}
    />
  )
}
