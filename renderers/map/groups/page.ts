import type { ReactNode } from 'react'
import type { FieldStore } from '../store/field-store'

/** Something that a page marks on the map: a valve with a word on it. */
export interface Mark {
  readonly id: string
  readonly word: string
}

/** What a page makes of the map. */
export interface MapPage {
  readonly title: string
  /** Stands instead of the list of devices: at the side, on a phone as a sheet from below. */
  sheet(store: FieldStore): ReactNode
  /** What choosing a marker means here; absent: its panel opens. */
  readonly onChoose?: (id: string | null, store: FieldStore) => void
  readonly marks?: readonly Mark[]
  /** The rotation group that stands open in its sheet, and the way to open one; absent: it is about none. */
  readonly group?: string | null
  readonly onGroup?: (id: string) => void
}
