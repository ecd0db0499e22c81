import type { ReactNode } from 'react'

interface ToolButtonProps {
  readonly name: string
  readonly children: ReactNode
  readonly isOn?: boolean
  readonly isOff?: boolean
  readonly onPress: () => void
}

/** A tool of an icon or a letter. What is chosen in the sheet stays chosen while it is pressed. */
export function ToolButton({ name, children, isOn, isOff = false, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="loam-print-tool"
      aria-label={name}
      title={name}
      disabled={isOff}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
    >
      {children}
    </button>
  )
}
