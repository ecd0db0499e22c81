import type { WidgetDefinition } from '@runtime/widget/definition'
import { narrow } from '@runtime/widget/number-format'
import { given, readFlag, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const FORMATS = ['hex', 'rgb', 'hsl', 'hsv'] as const
export type ColorFormat = (typeof FORMATS)[number]

/** Settings of a colour. */
export interface ColorPickerSettings {
  readonly showAlpha: boolean
  /** How the colour is stored; empty: `hex`, or `rgb` with opacity, as Element has it. */
  readonly colorFormat: '' | ColorFormat
}

/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export interface Color {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

/** A colour, stored as text. */
export const definition: WidgetDefinition<ColorPickerSettings, string> = {
  key: 'color-picker',
  jnpfKeys: ['colorPicker'],
  group: 'choice',
  title: '@inputs.colorPicker',
  icon: 'BgColors',
  kind: 'field',
  example: { field: { default: '#2e7d32' } },
  settings: Type.Object({
    showAlpha: Type.Optional(
      Type.Boolean({ title: '@inputs.setting.showAlpha', description: 'The colour may be translucent' }),
    ),
    colorFormat: Type.Optional(
      Type.Union(
        (['', ...FORMATS] as const).map((format) => Type.Literal(format)),
        {
          title: '@inputs.setting.colorFormat',
          description: 'How it is stored; empty is hex, or rgb with opacity',
        },
      ),
    ),
  }),
  defaults: { showAlpha: false, colorFormat: '' },
  fromFormData: (field) =>
    given({
      showAlpha: readFlag(field['showAlpha']),
      colorFormat: readWord(field['colorFormat'], FORMATS),
    }),
  value: () => ({ type: 'string' }),
  check: (value, _, context) =>
    parseColor(value) ? null : context.text('@inputs.notColor', { text: String(value) }),
  fromText(text, settings, context) {
    const color = parseColor(text)
    return color
      ? { value: formatColor(color, settings) }
      : { error: context.text('@inputs.notColor', { text }) }
  },
  notInTable: true,
  notInList: true,
}

/** The colour of a text: `#14b8a6`, `#1ba`, `rgb(20, 184, 166)`, `hsl(173, 80%, 40%)`, `hsv(…)`, each with opacity; null for the rest. */
export function parseColor(value: unknown): Color | null {
  const text = narrow(String(value ?? ''))
    .trim()
    .toLowerCase()
  const hex = /^#?([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(text)?.[1]
  if (hex) return fromHex(hex)
  const match = /^(rgb|hsl|hsv)a?\(([^)]*)\)$/.exec(text)
  const parts = match?.[2]?.split(/[\s,/]+/).filter(Boolean) ?? []
  const [first = NaN, second = NaN, third = NaN] = parts
    .slice(0, 3)
    .map((part) => Number(part.replace(/%$/, '')))
  const alpha = parts[3] === undefined ? 1 : amountOf(parts[3])
  if (parts.length > 4 || ![first, second, third, alpha].every(Number.isFinite)) return null
  if (alpha < 0 || alpha > 1) return null
  if (match?.[1] === 'rgb')
    return [first, second, third].every((part) => part >= 0 && part <= 255)
      ? { red: Math.round(first), green: Math.round(second), blue: Math.round(third), alpha }
      : null
  if ([second, third].some((part) => part < 0 || part > 100)) return null
  const [saturation, last] = [second / 100, third / 100]
  return match?.[1] === 'hsl'
    ? fromHsv(first, ...hslToHsv(saturation, last), alpha)
    : fromHsv(first, saturation, last, alpha)
}

function amountOf(part: string): number {
  return part.endsWith('%') ? Number(part.slice(0, -1)) / 100 : Number(part)
}

function fromHex(hex: string): Color {
  const long = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
  const at = (index: number) => Number.parseInt(long.slice(index * 2, index * 2 + 2), 16)
  const alpha = long.length === 8 ? Math.round((at(3) / 255) * 100) / 100 : 1
  return { red: at(0), green: at(1), blue: at(2), alpha }
}

function hslToHsv(saturation: number, lightness: number): [number, number] {
  const value = lightness + saturation * Math.min(lightness, 1 - lightness)
  return [value === 0 ? 0 : 2 * (1 - lightness / value), value]
}

function fromHsv(hue: number, saturation: number, value: number, alpha: number): Color {
  const channel = (offset: number) => {
    const place = (offset + (((hue % 360) + 360) % 360) / 60) % 6
    return Math.round(255 * (value - value * saturation * Math.max(0, Math.min(place, 4 - place, 1))))
  }
  return { red: channel(5), green: channel(3), blue: channel(1), alpha }
}

/** The colour as the settings store it. */
export function formatColor(color: Color, { showAlpha, colorFormat }: ColorPickerSettings): string {
  const { red, green, blue } = color
  const alpha = showAlpha ? color.alpha : 1
  const format = colorFormat || (showAlpha ? 'rgb' : 'hex')
  if (format === 'hex') return hexOf({ red, green, blue }) + (alpha < 1 ? byte(Math.round(alpha * 255)) : '')
  const parts = format === 'rgb' ? [red, green, blue] : hueParts(color, format)
  return alpha < 1 ? `${format}a(${parts.join(', ')}, ${alpha})` : `${format}(${parts.join(', ')})`
}

/** `#14b8a6`, without opacity: what the browser's own palette speaks. */
export function hexOf({ red, green, blue }: Omit<Color, 'alpha'>): string {
  return `#${byte(red)}${byte(green)}${byte(blue)}`
}

function byte(value: number): string {
  return value.toString(16).padStart(2, '0')
}

function hueParts({ red, green, blue }: Color, format: 'hsl' | 'hsv'): readonly (string | number)[] {
  const most = Math.max(red, green, blue) / 255
  const spread = most - Math.min(red, green, blue) / 255
  const percent = (part: number) => `${Math.round(part * 100)}%`
  const hue = hueOf({ red, green, blue }, spread * 255)
  if (format === 'hsv') return [hue, percent(most === 0 ? 0 : spread / most), percent(most)]
  const lightness = most - spread / 2
  const reach = Math.min(lightness, 1 - lightness)
  return [hue, percent(reach === 0 ? 0 : (most - lightness) / reach), percent(lightness)]
}

function hueOf({ red, green, blue }: Omit<Color, 'alpha'>, spread: number): number {
  if (spread === 0) return 0
  const most = Math.max(red, green, blue)
  const turn =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  return Math.round(turn * 60 + 360) % 360
}
