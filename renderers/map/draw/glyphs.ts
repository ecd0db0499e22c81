import type { MarkerKind } from '../store/kinds'

/** A drawing of 24 × 24: what is filled, and what is a line. */
export interface Glyph {
  readonly filled?: string
  readonly lines?: string
}

/** The outline of a badge says the family: valves round, stations six-sided, works square. */
export type BadgeShape = 'round' | 'hexagon' | 'square'

/** Drawn for Loam; the same drawings serve the canvas and the legend. */
export const GLYPHS: Readonly<Record<MarkerKind, Glyph>> = {
  VALVE_MAIN: { filled: 'M4 9 12 13.5 4 18ZM20 9 12 13.5 20 18Z', lines: 'M12 13.5V6.5M8.5 6.5H15.5' },
  VALVE_TWB: { filled: 'M3.5 7 12 11.5 3.5 16ZM20.5 7 12 11.5 20.5 16ZM7.5 20 12 11.5 16.5 20Z' },
  GATEWAY: { lines: 'M12 20V11M8 20h8M9.2 8.4a4 4 0 0 1 5.6 0M6.6 5.8a7.6 7.6 0 0 1 10.8 0' },
  SOIL: { filled: 'M10.5 8h3v9l-1.5 3-1.5-3Z', lines: 'M12 8V4.5M4 11.5h4M16 11.5h4M5 15h3M16 15h3' },
  WEATHER: {
    lines: 'M7.5 18a3.8 3.8 0 1 1 .7-7.5 4.8 4.8 0 0 1 9.2 1 3.3 3.3 0 0 1-.6 6.5ZM12 3.5V5M5.5 6l1 1',
  },
  PUMP: { filled: 'M9.8 8.6 16 12l-6.2 3.4Z', lines: 'M12 4.5a7.5 7.5 0 1 0 .01 0Z' },
  PRESSURE: {
    lines: 'M6.5 17.5a7.6 7.6 0 1 1 11 0M12 13l3.2-4.2',
    filled: 'M10.6 13a1.4 1.4 0 1 0 2.8 0 1.4 1.4 0 1 0-2.8 0Z',
  },
  FLOW: { lines: 'M4 9c2.2-2.4 4.3-2.4 6.5 0s4.3 2.4 6.5 0M4 15.5h13.5M14.5 12l4 3.5-4 3.5' },
  FERT: {
    lines: 'M9.5 4.5h5M10.5 4.5v5L6 17.6c-.6 1 .1 1.9 1.2 1.9h9.6c1.1 0 1.8-.9 1.2-1.9L13.5 9.5v-5',
    filled: 'M8.6 15h6.8l1.6 3H7Z',
  },
  FERT_VALVE: {
    filled:
      'M4 11 12 15.2 4 19.4ZM20 11l-8 4.2 8 4.2ZM12 3c1.7 2.1 2.5 3.3 2.5 4.4a2.5 2.5 0 0 1-5 0C9.5 6.3 10.3 5.1 12 3Z',
  },
  MACHINE: { lines: 'M4.5 11 12 5l7.5 6v8.5h-15ZM9.5 19.5v-5h5v5' },
}

export function shapeOf(kind: MarkerKind): BadgeShape {
  if (kind === 'VALVE_MAIN' || kind === 'VALVE_TWB' || kind === 'FERT_VALVE') return 'round'
  return kind === 'SOIL' || kind === 'WEATHER' ? 'hexagon' : 'square'
}

/** Outlines of badges of 24 × 24. */
export const OUTLINES: Readonly<Record<BadgeShape, string>> = {
  round: 'M12 0.8a11.2 11.2 0 1 0 .01 0Z',
  hexagon: 'M12 0.4 22.2 6.2v11.6L12 23.6 1.8 17.8V6.2Z',
  square:
    'M6 1.2h12A4.8 4.8 0 0 1 22.8 6v12a4.8 4.8 0 0 1-4.8 4.8H6A4.8 4.8 0 0 1 1.2 18V6A4.8 4.8 0 0 1 6 1.2Z',
}
