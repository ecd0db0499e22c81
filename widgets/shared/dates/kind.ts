import type { Host } from '@runtime/host'
import type { Range } from '@runtime/widget/moment-bound'
import type { MomentUnit } from '@runtime/widget/moment-format'
import type { ComponentType } from 'react'

/** What the box needs to know of a date or a time; `V` is the stored value. */
export interface MomentKind<V> {
  readonly format: string
  /** The time that a day picked without one has; the present one where nothing is said. */
  readonly dayTime?: string
  text(value: V): string
  /** The value of what a person typed, null when it is none. */
  parse(text: string): V | null
  /** The value moved by units of one part, within the range; from the present where there is none yet. */
  step(value: V | null, unit: MomentUnit, amount: number): V
  /** Drawn by the style sheet: an SVG element in every date field is dear in a large form. */
  readonly icon: 'date' | 'datetime' | 'time'
  readonly Panel: ComponentType<PanelProps<V>>
  readonly placeholder: string
}

/** The panel that opens under the box: loaded when it is first opened. */
export interface PanelProps<V> {
  readonly value: V | null
  readonly format: string
  readonly dayTime?: string | undefined
  readonly range: Range
  readonly host: Host
  /** `done`: nothing is left to choose, so the panel closes. */
  readonly onPick: (value: V, done: boolean) => void
  readonly onClose: () => void
}
