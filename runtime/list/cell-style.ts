import { isRecord } from '../json'

/** How a row or cell looks, in React's names. */
export type CellStyle = Readonly<Record<string, string | number>>

/** What a model's script may say of a row's or cell's style: colour and weight, nothing that moves, hides or fetches. */
const ALLOWED: Readonly<Record<string, string>> = {
  color: 'color',
  background: 'backgroundColor',
  'background-color': 'backgroundColor',
  'font-weight': 'fontWeight',
  'font-style': 'fontStyle',
  'text-decoration': 'textDecoration',
  'text-align': 'textAlign',
}

/** A colour, a word or a number: no functions but those of colours, no addresses. */
const VALUE = /^(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]*\)|[a-z-]+|\d+(?:\.\d+)?)(?:\s+[a-z-]+)?$/i

/** The style that a script returned, an object or a text of declarations; undefined where nothing of it may be honoured. */
export function cellStyleOf(value: unknown): CellStyle | undefined {
  const entries =
    typeof value === 'string' ? declarations(value) : isRecord(value) ? Object.entries(value) : []
  const style: Record<string, string | number> = {}
  for (const [name, given] of entries) {
    const property = ALLOWED[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)]
    const text = String(given).trim()
    if (property && text.length <= 64 && VALUE.test(text)) style[property] = text
  }
  return Object.keys(style).length > 0 ? style : undefined
}

function declarations(text: string): readonly (readonly [string, string])[] {
  return text.split(';').flatMap((part) => {
    const colon = part.indexOf(':')
    return colon < 0 ? [] : [[part.slice(0, colon).trim(), part.slice(colon + 1)] as const]
  })
}
