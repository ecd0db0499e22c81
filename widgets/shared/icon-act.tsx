import type { ReactNode } from 'react'
import './icon-act.css'

/** A small button of an icon alone, beside the row that it acts on; its name says which row. */
export function IconAct({
  icon,
  name,
  isOff = false,
  onClick,
}: {
  readonly icon: ReactNode
  readonly name: string
  readonly isOff?: boolean
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className="loam-icon-act"
      aria-label={name}
      title={name}
      disabled={isOff}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}
