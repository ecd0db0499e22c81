import type { FieldStore } from '../store/field-store'
import type { Clusters } from './clusters'
import type { Palette } from './palette'
import type { Sprites } from './sprites'

/** Something that has been drawn and can be pointed at. */
export interface Drawn {
  /** Pixel of the world. */
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Place in the store; -1: a bubble. */
  readonly marker: number
  /** Item of the level. */
  readonly item: number
}

/** What devices are drawn from. */
export interface DeviceScene {
  readonly store: FieldStore
  readonly clusters: Clusters
  readonly sprites: Sprites
  readonly palette: Palette
  /** Place of the chosen marker in the store; -1: none. */
  readonly selected: number
}
