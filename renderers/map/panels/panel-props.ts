import type { FieldStore } from '../store/field-store'

/** What every panel of a chosen marker is given. */
export interface PanelProps {
  readonly projectId: string
  readonly store: FieldStore
  /** Id of the chosen device or gateway. */
  readonly id: string
  readonly isDark: boolean
  /** A rotation group stands open in the panel, or none does any more. */
  readonly onGroup: (id: string | null) => void
}
