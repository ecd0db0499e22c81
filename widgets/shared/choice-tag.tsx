import type { ChoiceColour } from '@runtime/widget/choice-colour'
import type { ReactNode } from 'react'
import './choice-tag.css'

/** A choice: its word on its colour. */
export function ChoiceTag({
  colour,
  children,
}: {
  readonly colour: ChoiceColour
  readonly children: ReactNode
}) {
  return <span className={`loam-choice-value loam-choice-value-${colour}`}>{children}</span>
}
