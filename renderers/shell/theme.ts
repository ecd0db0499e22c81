import { STORAGE_PREFIX } from '@services/client'
import { proxy } from 'valtio/vanilla'
import { type ThemeColour, themeColours } from './theme-colours'
import { readableShades, shadesOf } from './theme-shades'

/** Tones of the menu (`spec/shell-and-monitoring.md §2.3`). */
export const SLIDES = ['dark', 'lightWhite'] as const
export type Slide = (typeof SLIDES)[number]

export interface Theme {
  /** The whole screen in the dark. */
  dark: boolean
  colour: ThemeColour
  /** The menu's tone while the screen is light. */
  slide: Slide
}

/**
 * The documented names under which the appearance is kept on this device (`spec/shell-and-monitoring.md §3, §9`); `dark` is read by
 * `public/first-paint.js` too, before anything is drawn.
 */
const KEYS = { colour: 'themeClass', slide: 'slideClass', dark: 'dark' } as const
const DARK_SYSTEM = matchMedia('(prefers-color-scheme: dark)')
const DEFAULT_COLOUR: ThemeColour = 'blue'
const DEFAULT_SLIDE: Slide = 'dark'

/** Valtio proxy: what the screen looks like. Change it with `setTheme`. */
export const theme: Theme = proxy(storedTheme())

/** The appearance as an account keeps it, under the documented names. */
export interface Appearance {
  readonly dark: boolean
  readonly themeClass: string
  readonly slideClass: string
}

export function accountAppearance({ dark, colour, slide }: Theme = theme): Appearance {
  return { dark, themeClass: colour, slideClass: slide }
}

/** Takes the appearance that a person has chosen elsewhere; an account without one leaves this device as it is. */
export function followAppearance(stored: unknown): void {
  if (typeof stored !== 'object' || stored === null) return
  const { dark, themeClass, slideClass } = stored as Partial<Appearance>
  setTheme({
    ...(typeof dark === 'boolean' && { dark }),
    ...(themeClass !== undefined &&
      Object.hasOwn(themeColours, themeClass) && { colour: themeClass as ThemeColour }),
    ...(isSlide(slideClass) && { slide: slideClass }),
  })
}

const isSlide = (name: unknown): name is Slide => SLIDES.some((slide) => slide === name)

/** Changes the appearance at once and remembers what was chosen on this device. */
export function setTheme(change: Partial<Theme>): void {
  Object.assign(theme, change)
  for (const name of Object.keys(change) as (keyof Theme)[]) {
    const value = theme[name]
    localStorage.setItem(
      STORAGE_PREFIX + KEYS[name],
      typeof value === 'boolean' ? (value ? '1' : '0') : value,
    )
  }
  applyTheme()
}

/** Puts the theme on the page: Arco reads its colours from variables of `body`. */
export function applyTheme(): void {
  const { body } = document
  if (theme.dark) body.setAttribute('arco-theme', 'dark')
  else body.removeAttribute('arco-theme')
  const shades = shadesOf(themeColours[theme.colour][theme.dark ? 'dark' : 'light'])
  for (const [index, shade] of readableShades(shades, theme.dark).entries()) {
    for (const name of ['primary', 'arcoblue'])
      body.style.setProperty(`--${name}-${index + 1}`, shade.join(','))
  }
  body.dataset['colour'] = theme.colour
  document.documentElement.style.colorScheme = theme.dark ? 'dark' : 'light'
}

function storedTheme(): Theme {
  const read = (name: keyof Theme) => localStorage.getItem(STORAGE_PREFIX + KEYS[name])
  const colour = read('colour') ?? ''
  const dark = read('dark')
  return {
    dark: dark === null ? DARK_SYSTEM.matches : dark === '1',
    colour: colour in themeColours ? (colour as ThemeColour) : DEFAULT_COLOUR,
    slide: SLIDES.find((slide) => slide === read('slide')) ?? DEFAULT_SLIDE,
  }
}

function followDevice(): void {
  Object.assign(theme, storedTheme())
  applyTheme()
}

// The product's other tabs look the same.
addEventListener('storage', ({ key }) => {
  if (key === null || Object.values(KEYS).some((name) => key === STORAGE_PREFIX + name)) followDevice()
})
// A system that turns dark in the evening takes along whoever has chosen nothing.
DARK_SYSTEM.addEventListener('change', followDevice)
