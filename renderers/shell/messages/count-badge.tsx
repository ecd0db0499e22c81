import './count-badge.css'

/** The most that a badge tells (`spec/shell-and-monitoring.md §9`). */
export const MOST_COUNTED = 99

/** How many wait, for the eye alone: whoever it stands on says it in its name. */
export function CountBadge({
  count,
  blinking = false,
  most = MOST_COUNTED,
}: {
  readonly count: number
  readonly blinking?: boolean
  readonly most?: number
}) {
  if (count <= 0) return null
  return (
    <span className="loam-count" data-blinking={blinking || undefined} aria-hidden="true">
      {count > most ? `${most}+` : count}
    </span>
  )
}
