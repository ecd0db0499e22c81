import type { Repetition } from '@runtime/schedule/repetition'
import type { Wall } from '@runtime/schedule/wall'
import type { EditProps } from '../widget'
import type { RecurrenceSettings } from './definition'

export type RecurrenceProps = EditProps<RecurrenceSettings, string>

/** What each part of a repetition is given. */
export interface PartProps {
  readonly props: RecurrenceProps
  readonly repetition: Repetition
  /** On the clocks of the repetition's zone. */
  readonly start: Wall
  readonly set: (repetition: Repetition) => void
}
