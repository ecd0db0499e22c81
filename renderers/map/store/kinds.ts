import type { DeviceKind } from '@runtime/field/kinds'

/** What a marker of the map is: a device by its kind, or a gateway. */
export type MarkerKind = DeviceKind | 'GATEWAY'

/** In the order of layers and lists; the place in it is what the store's column of kinds holds. */
export const MARKER_KINDS: readonly MarkerKind[] = [
  'VALVE_MAIN',
  'VALVE_TWB',
  'GATEWAY',
  'SOIL',
  'WEATHER',
  'PUMP',
  'PRESSURE',
  'FLOW',
  'FERT',
  'FERT_VALVE',
  'MACHINE',
]

/** Switches of the map: which markers and lines stand under each. */
export const LAYERS = {
  soil: ['SOIL'],
  weather: ['WEATHER'],
  mainValves: ['VALVE_MAIN'],
  ballValves: ['VALVE_TWB'],
  gateways: ['GATEWAY'],
  headWorks: ['PUMP', 'FERT', 'FERT_VALVE', 'MACHINE'],
  gauges: ['PRESSURE', 'FLOW'],
  mains: [],
  subMains: [],
  laterals: [],
  nodes: [],
  blocks: [],
} as const satisfies Readonly<Record<string, readonly MarkerKind[]>>
export type LayerName = keyof typeof LAYERS
export const LAYER_NAMES = Object.keys(LAYERS) as readonly LayerName[]

/** The kinds that the given layers show. */
export function kindsOf(layers: ReadonlySet<LayerName>): ReadonlySet<MarkerKind> {
  return new Set([...layers].flatMap((layer) => LAYERS[layer] as readonly MarkerKind[]))
}
