import type { Condition } from '@runtime/field/marker'

interface BadgeColours {
  readonly fill: string
  readonly edge: string
  readonly glyph: string
}

/** The map's colours. A canvas reads no variables of the page, and the map has a dark of its own. */
export interface Palette {
  readonly badges: Readonly<Record<Condition, BadgeColours>>
  readonly text: string
  /** Around texts, so that they are read on anything. */
  readonly halo: string
  readonly hatch: string
  readonly moving: string
  readonly selected: string
  /** The chosen group: its pipes here, its valves in `.loam-map-mark`. */
  readonly chosen: string
  readonly crops: Readonly<Record<string, string>>
  readonly otherCrop: string
  readonly blockEdge: string
  readonly furrow: string
  readonly grid: string
  readonly pipes: readonly [main: string, subMain: string, lateral: string]
  readonly casing: string
  readonly node: string
  readonly inProgress: string
  readonly finished: string
  readonly lowPressure: string
  readonly flow: string
}

const LIGHT: Palette = {
  badges: {
    normal: { fill: '#ffffff', edge: '#56697a', glyph: '#3b4b59' },
    open: { fill: '#1273d0', edge: '#0b4f92', glyph: '#ffffff' },
    offline: { fill: '#ccd2d8', edge: '#7b858e', glyph: '#525c65' },
    warning: { fill: '#d4333b', edge: '#8f151b', glyph: '#ffffff' },
  },
  text: '#22303b',
  halo: 'rgba(255,255,255,0.9)',
  hatch: 'rgba(40,52,62,0.55)',
  moving: '#e07a00',
  selected: '#0b4f92',
  chosen: '#d9480f',
  crops: { cotton: '#dfe8cf', maize: '#efe7c4', tomato: '#f2dccf' },
  otherCrop: '#e2e6d6',
  blockEdge: 'rgba(255,255,255,0.75)',
  furrow: 'rgba(104,122,84,0.16)',
  grid: 'rgba(84,104,92,0.10)',
  pipes: ['#3d6f9b', '#6d9ac2', '#a8c3da'],
  casing: '#ffffff',
  node: '#4f7ea8',
  inProgress: '#1273d0',
  finished: '#1e8f63',
  lowPressure: '#d4333b',
  flow: '#ffffff',
}

const DARK: Palette = {
  badges: {
    normal: { fill: '#232b32', edge: '#9fb0bf', glyph: '#d7e1e9' },
    open: { fill: '#2f8be6', edge: '#a8d2ff', glyph: '#ffffff' },
    offline: { fill: '#454c53', edge: '#8b949c', glyph: '#b9c1c8' },
    warning: { fill: '#e0444a', edge: '#ffb3b5', glyph: '#ffffff' },
  },
  text: '#e3ebf1',
  halo: 'rgba(16,21,25,0.88)',
  hatch: 'rgba(220,230,238,0.55)',
  moving: '#ffb04d',
  selected: '#8cc4ff',
  chosen: '#ff8f4f',
  crops: { cotton: '#222e22', maize: '#302d1c', tomato: '#342620' },
  otherCrop: '#282e24',
  blockEdge: 'rgba(10,15,14,0.75)',
  furrow: 'rgba(160,182,138,0.11)',
  grid: 'rgba(170,190,180,0.07)',
  pipes: ['#6ea6d6', '#5886ae', '#3f5f7b'],
  casing: '#11171c',
  node: '#7fb1dd',
  inProgress: '#4aa3ff',
  finished: '#4cc795',
  lowPressure: '#ff5f66',
  flow: '#0d1f31',
}

/** Over dark imagery fields are outlines alone, and pipes are as light as in the dark. */
const IMAGERY: Palette = {
  ...DARK,
  badges: LIGHT.badges,
  crops: {},
  otherCrop: 'rgba(255,255,255,0.05)',
  blockEdge: 'rgba(255,255,255,0.35)',
  furrow: 'rgba(255,255,255,0)',
  grid: 'rgba(255,255,255,0)',
  text: '#ffffff',
  halo: 'rgba(8,14,10,0.85)',
  pipes: ['#9fd0ff', '#7ab4ea', '#5f90bd'],
  casing: 'rgba(4,14,24,0.7)',
}

export type Ground = 'plan' | 'imagery'

/** @param ground what lies under the data: the plan drawing, or dark pictures. */
export function paletteOf(isDark: boolean, ground: Ground): Palette {
  if (ground === 'imagery') return IMAGERY
  return isDark ? DARK : LIGHT
}
