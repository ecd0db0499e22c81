/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [number, number, number]

export const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]

/** Contrast of two colours, 1 to 21 (WCAG 2.1). */
export function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Black or white, whichever is read better on a colour like `#1890ff`. */
export function inkOn(hex: string): string {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)?.slice(1) ?? []
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16))
  const colour: Colour = [red, green, blue]
  return contrast(WHITE, colour) >= contrast(BLACK, colour) ? '#ffffff' : '#000000'
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
