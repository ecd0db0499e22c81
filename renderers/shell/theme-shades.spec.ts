import { describe, expect, it } from 'vitest'
import { type Colour, contrast } from '../colour'
import { themeColours } from './theme-colours'
import { AA, readableShades, shadesOf } from './theme-shades'

const WHITE: Colour = [255, 255, 255]
const PAGE: Colour = [242, 243, 245]
const DARK_SURFACE: Colour = [42, 42, 43]

/** The documented values (`spec/shell-and-monitoring.md §2.3`). */
const DOCUMENTED = {
  default: '#409eff',
  blue: '#1890ff',
  purple: '#722ed1',
  azure: '#211bce',
  blackblue: '#211bce',
  ocean: '#13c2c2',
  green: '#3eac12',
  yellow: '#f8bc18',
  orange: '#f5811c',
  red: '#f5222d',
}

it('the theme colours are the documented ones', () => {
  expect(Object.fromEntries(Object.entries(themeColours).map(([name, { value }]) => [name, value]))).toEqual(
    DOCUMENTED,
  )
})

describe.each(Object.entries(themeColours))('%s', (_name, { value, light, dark }) => {
  it('keeps its documented colour as the sixth shade in the light', () => {
    const [red = 0, green = 0, blue = 0] = readableShades(shadesOf(light), false)[5] ?? []
    const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')
    expect(`#${hex}`).toBe(value)
  })

  it('can be read in the light: on pages, on its tints, and under white words', () => {
    const [one, two, , , , , seven, eight] = readableShades(shadesOf(light), false) as Colour[]
    if (!one || !two || !seven || !eight) throw new Error('ten shades are expected')
    expect(contrast(seven, PAGE)).toBeGreaterThanOrEqual(AA)
    expect(contrast(seven, WHITE)).toBeGreaterThanOrEqual(AA)
    expect(contrast(seven, one)).toBeGreaterThanOrEqual(AA)
    expect(contrast(eight, two)).toBeGreaterThanOrEqual(AA)
  })

  it('can be read in the dark: on surfaces, and under white words', () => {
    const shades = readableShades(shadesOf(dark), true)
    const [four, six, seven, eight] = [shades[3], shades[5], shades[6], shades[7]]
    if (!four || !six || !seven || !eight) throw new Error('ten shades are expected')
    expect(contrast(six, DARK_SURFACE)).toBeGreaterThanOrEqual(AA)
    expect(contrast(seven, DARK_SURFACE)).toBeGreaterThanOrEqual(AA)
    const tint = six.map((part, index) => part * 0.2 + (DARK_SURFACE[index] ?? 0) * 0.8)
    expect(contrast(eight, tint as unknown as Colour)).toBeGreaterThanOrEqual(AA - 0.05)
    expect(contrast(four, WHITE)).toBeGreaterThanOrEqual(AA)
  })
})
