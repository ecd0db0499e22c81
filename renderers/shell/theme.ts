import { STORAGE_PREFIX } from '@services/client'
import { proxy } from 'valtio/vanilla'
import { type ThemeColour, themeColours } from './theme-colours'

export interface Theme {
  dark: boolean
  colour: ThemeColour
}

const KEY = `${STORAGE_PREFIX}theme`

/** Valtio proxy: what the screen looks like. Change it with `setTheme`. */
export const theme: Theme = proxy(storedTheme())

/** Changes the look at once and remembers it on this device. */
export function setTheme(change: Partial<Theme>): void {
  Object.assign(theme, change)
  localStorage.setItem(KEY, JSON.stringify({ dark: theme.dark, colour: theme.colour }))
  applyTheme()
}

/** Puts the theme on the page: Arco reads its colours from variables of `body`. */
export function applyTheme(): void {
  const { body } = document
  if (theme.dark) body.setAttribute('arco-theme', 'dark')
  else body.removeAttribute('arco-theme')
  const shades = themeColours[theme.colour][theme.dark ? 'dark' : 'light'].split(' ')
  for (const [index, shade] of shades.entries()) {
    for (const name of ['primary', 'arcoblue']) body.style.setProperty(`--${name}-${index + 1}`, shade)
  }
  document.documentElement.style.colorScheme = theme.dark ? 'dark' : 'light'
}

function storedTheme(): Theme {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Theme>
    const colour = stored.colour && stored.colour in themeColours ? stored.colour : 'default'
    return { dark: stored.dark ?? dark, colour }
  } catch {
    return { dark, colour: 'default' }
  }
}
