import type { CSSProperties } from 'react'

/** What an entry of the calendar is of. */
export interface CalendarKind {
  readonly name: string
  /** None where its entries have colours of their own. */
  readonly color: string | undefined
}

/** The kinds that stand in a calendar, each switched off and on by a press. */
export function Kinds({
  name,
  kinds,
  hidden,
  onToggle,
}: {
  readonly name: string
  readonly kinds: readonly CalendarKind[]
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (kind: string) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a box of a form.
    <div role="group" className="loam-calendar-kinds" aria-label={name}>
      {kinds.map((kind) => (
        <button
          key={kind.name}
          type="button"
          aria-pressed={!hidden.has(kind.name)}
          style={{ '--kind': kind.color } as CSSProperties}
          onClick={() => onToggle(kind.name)}
        >
          {kind.name}
        </button>
      ))}
    </div>
  )
}
