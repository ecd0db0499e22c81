/** What a chart takes from the theme; read anew when the theme or its colour changes. */
export interface Palette {
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly surface: string
  readonly series: readonly string[]
  /** Of what is wrong. */
  readonly bad: string
  readonly isDark: boolean
}

/** Hues that can be told apart, after the theme's own; the tokens' dark versions follow the theme. */
const TOKENS = [
  'primary',
  'green',
  'orange',
  'purple',
  'cyan',
  'magenta',
  'gold',
  'pinkpurple',
  'lime',
  'red',
]

export function readPalette(): Palette {
  const style = getComputedStyle(document.body)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    text: token('--color-text-2'),
    quiet: token('--color-text-3'),
    line: token('--color-border-2'),
    surface: token('--color-bg-popup'),
    series: TOKENS.map((name) => `rgb(${token(`--${name}-6`)})`),
    bad: `rgb(${token('--danger-6')})`,
    isDark: document.body.getAttribute('arco-theme') === 'dark',
  }
}

/** Says when the theme or its colour changes; the answer ends it. */
export function watchPalette(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { attributes: true, attributeFilter: ['arco-theme', 'style', 'class'] })
  return () => observer.disconnect()
}
