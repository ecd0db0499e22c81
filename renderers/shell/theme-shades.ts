import { type Colour, contrast, WHITE } from '../colour'

/** What words need against what they stand on (WCAG AA). */
export const AA = 4.5
/** The grey of pages behind light surfaces, Arco's `fill-2`, and the lightest surface that words stand on in the dark. */
const PAGE: Colour = [242, 243, 245]
const DARK_SURFACE: Colour = [42, 42, 43]

/** Numbers of shades as Arco counts them, from 1. */
const FIRST_READABLE = 7
const CHOSEN = 8
const DARK_WORDS = 6
const DARK_FILLED = 4
/** How much of the sixth shade is in the tint of what is chosen in the dark. */
const DARK_TINT = 0.2

/**
 * The ten shades of a theme colour made readable: the sixth stays the documented colour, and those that words are written
 * in, or that words are written on, are moved as far as AA asks. In the light these are 7 (words and filled buttons) and
 * 8 (words on the tint of what is chosen), in the dark 6 (words), 8 (words on the tint) and 4
 * (filled buttons).
 */
export function readableShades(shades: readonly Colour[], dark: boolean): readonly Colour[] {
  return dark ? inTheDark(shades) : inTheLight(shades)
}

export function shadesOf(text: string): readonly Colour[] {
  return text.split(' ').map((shade) => {
    const [red = 0, green = 0, blue = 0] = shade.split(',').map(Number)
    return [red, green, blue]
  })
}

function inTheLight(shades: readonly Colour[]): readonly Colour[] {
  const [tint = WHITE, chosenTint = WHITE] = shades
  const darkest = shades.at(-1) ?? [0, 0, 0]
  const result = [...shades]
  const move = (number: number, backgrounds: readonly Colour[]) => {
    const shade = result[number - 1]
    if (shade) result[number - 1] = until(shade, darkest, backgrounds)
  }
  move(FIRST_READABLE, [PAGE, tint])
  move(CHOSEN, [PAGE, tint, chosenTint])
  move(CHOSEN + 1, [PAGE, tint, chosenTint])
  return result
}

function inTheDark(shades: readonly Colour[]): readonly Colour[] {
  const [darkest = [0, 0, 0]] = shades
  const lightest = shades.at(-1) ?? WHITE
  const result = [...shades]
  for (let number = DARK_WORDS; number <= result.length; number++) {
    const shade = result[number - 1]
    if (shade) result[number - 1] = until(shade, lightest, [DARK_SURFACE])
  }
  const words = result[DARK_WORDS - 1]
  const chosen = result[CHOSEN - 1]
  if (words && chosen) result[CHOSEN - 1] = until(chosen, lightest, [mix(DARK_SURFACE, words, DARK_TINT)])
  const filled = result[DARK_FILLED - 1]
  if (filled) result[DARK_FILLED - 1] = until(filled, darkest, [WHITE])
  return result
}

const STEPS = 50

/** The first mix of a colour with another that can be read on every background. */
function until(from: Colour, to: Colour, backgrounds: readonly Colour[]): Colour {
  for (let step = 0; step <= STEPS; step++) {
    const mixed = mix(from, to, step / STEPS)
    if (backgrounds.every((background) => contrast(mixed, background) >= AA)) return mixed
  }
  return to
}

function mix(from: Colour, to: Colour, part: number): Colour {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part)
  return [at(0), at(1), at(2)]
}
