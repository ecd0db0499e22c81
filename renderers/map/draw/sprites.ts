import type { Condition } from '@runtime/field/marker'
import type { MarkerKind } from '../store/kinds'
import { GLYPHS, OUTLINES, shapeOf } from './glyphs'
import type { Palette } from './palette'

export interface SpriteStyle {
  readonly kind: MarkerKind
  readonly condition: Condition
  readonly isStale: boolean
  readonly isMoving: boolean
}

/** A drawing kept as pixels: its canvas, and its side in CSS pixels. */
export interface Sprite {
  readonly picture: HTMLCanvasElement
  readonly side: number
}

export const FONT = '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif'
/** Room around a badge for what is laid over it, as a share of the badge. */
const ROOM = 0.34
/** Texts kept as pixels before all are dropped. */
const TEXTS = 1_500

/**
 * Markers and texts drawn once each and then copied: there are few looks and many markers. One atlas has one palette and
 * one sharpness.
 */
export class Sprites {
  private readonly markers = new Map<string, Sprite>()
  private readonly texts = new Map<string, Sprite & { readonly width: number; readonly height: number }>()
  private readonly widths = new Map<string, number>()
  private ruler: CanvasRenderingContext2D | null = null
  private readonly palette: Palette
  private readonly ratio: number

  constructor(palette: Palette, ratio: number) {
    this.palette = palette
    this.ratio = ratio
  }

  /** @param size diameter of the badge in CSS pixels. */
  marker(style: SpriteStyle, size: number): Sprite {
    const key = `${style.kind} ${style.condition} ${style.isStale ? 's' : ''}${style.isMoving ? 'm' : ''} ${size}`
    const known = this.markers.get(key)
    if (known) return known
    const side = Math.ceil(size * (1 + 2 * ROOM))
    const sprite = { picture: this.canvas(side, side), side }
    const context = sprite.picture.getContext('2d')
    if (context) {
      context.scale(this.ratio, this.ratio)
      context.translate((side - size) / 2, (side - size) / 2)
      context.scale(size / 24, size / 24)
      drawMarker(context, style, this.palette)
    }
    this.markers.set(key, sprite)
    return sprite
  }

  /** A text with its halo, `x` being its middle and `y` its top. */
  text(
    context: CanvasRenderingContext2D,
    text: string,
    x: number,
    y: number,
    font: string,
    colour: string,
  ): number {
    const key = `${font}${colour}${text}`
    const known = this.texts.get(key) ?? this.write(key, text, font, colour)
    context.drawImage(
      known.picture,
      Math.round(x - known.width / 2),
      Math.round(y),
      known.width,
      known.height,
    )
    return known.width
  }

  /** Pixels that a text with its halo takes. */
  widthOf(text: string, font: string): number {
    const key = `${font}${text}`
    const known = this.widths.get(key)
    if (known !== undefined) return known
    this.ruler ??= this.canvas(1, 1).getContext('2d')
    if (this.ruler) this.ruler.font = font
    const width = Math.ceil(this.ruler?.measureText(text).width ?? 0) + 6
    if (this.widths.size >= TEXTS) this.widths.clear()
    this.widths.set(key, width)
    return width
  }

  private write(key: string, text: string, font: string, colour: string) {
    const width = this.widthOf(text, font)
    const height = Number.parseInt(/\b(\d+)px/.exec(font)?.[1] ?? '12', 10) + 6
    const picture = this.canvas(width, height)
    const context = picture.getContext('2d')
    if (context) {
      context.scale(this.ratio, this.ratio)
      Object.assign(context, { font, textAlign: 'center', textBaseline: 'middle', lineJoin: 'round' })
      Object.assign(context, { strokeStyle: this.palette.halo, lineWidth: 3, fillStyle: colour })
      if (colour === this.palette.text) context.strokeText(text, width / 2, height / 2)
      context.fillText(text, width / 2, height / 2)
    }
    if (this.texts.size >= TEXTS) this.texts.clear()
    const written = { picture, side: width, width, height }
    this.texts.set(key, written)
    return written
  }

  private canvas(width: number, height: number): HTMLCanvasElement {
    return Object.assign(document.createElement('canvas'), {
      width: Math.ceil(width * this.ratio),
      height: Math.ceil(height * this.ratio),
    })
  }
}

/** A marker in a square of 24: badge, glyph, and what is laid over it. Never a colour alone. */
function drawMarker(context: CanvasRenderingContext2D, style: SpriteStyle, palette: Palette): void {
  const colours = palette.badges[style.condition]
  const outline = new Path2D(OUTLINES[shapeOf(style.kind)])
  context.shadowColor = 'rgba(0,0,0,0.28)'
  context.shadowBlur = 3
  context.shadowOffsetY = 1
  context.fillStyle = colours.fill
  context.fill(outline)
  context.shadowColor = 'transparent'
  if (style.isStale) hatch(context, outline, palette.hatch)
  Object.assign(context, { strokeStyle: colours.edge, lineWidth: 1.8, lineCap: 'round', lineJoin: 'round' })
  if (style.isStale) context.setLineDash([2.6, 2.6])
  context.stroke(outline)
  context.setLineDash([])
  const { filled, lines } = GLYPHS[style.kind]
  context.save()
  context.translate(12, 12)
  context.scale(0.7, 0.7)
  context.translate(-12, -12)
  Object.assign(context, { fillStyle: colours.glyph, strokeStyle: colours.glyph, lineWidth: 2.4 })
  if (filled) context.fill(new Path2D(filled))
  if (lines) context.stroke(new Path2D(lines))
  context.restore()
  if (style.isMoving) moving(context, palette)
  if (style.condition === 'warning') warning(context, palette)
  if (style.condition === 'offline') slash(context, palette)
}

function hatch(context: CanvasRenderingContext2D, outline: Path2D, colour: string): void {
  context.save()
  context.clip(outline)
  context.strokeStyle = colour
  context.lineWidth = 1.3
  context.beginPath()
  for (let x = -24; x < 24; x += 4.5) {
    context.moveTo(x, 24)
    context.lineTo(x + 24, 0)
  }
  context.stroke()
  context.restore()
}

/** Two arrows running around. */
function moving(context: CanvasRenderingContext2D, palette: Palette): void {
  Object.assign(context, { strokeStyle: palette.moving, fillStyle: palette.moving, lineWidth: 2.2 })
  for (const begin of [-0.4, Math.PI - 0.4]) {
    const end = begin + 1.9
    context.beginPath()
    context.arc(12, 12, 15.4, begin, end)
    context.stroke()
    const [x, y] = [12 + 15.4 * Math.cos(end), 12 + 15.4 * Math.sin(end)]
    context.save()
    context.translate(x, y)
    context.rotate(end + Math.PI / 2)
    context.fill(new Path2D('M4 0 -2 3.6 -2 -3.6Z'))
    context.restore()
  }
}

function warning(context: CanvasRenderingContext2D, palette: Palette): void {
  const { fill, edge, glyph } = palette.badges.warning
  Object.assign(context, { fillStyle: glyph, strokeStyle: edge, lineWidth: 1.4 })
  const sign = new Path2D('M20.5 -5.5 28 7.5H13Z')
  context.fill(sign)
  context.stroke(sign)
  context.fillStyle = fill
  context.fill(new Path2D('M19.6 -1.6h1.8l-.3 4.6h-1.2ZM20.5 4a1 1 0 1 0 .01 0Z'))
}

function slash(context: CanvasRenderingContext2D, palette: Palette): void {
  const { fill, edge } = palette.badges.offline
  for (const [colour, width] of [
    [fill, 5],
    [edge, 2.2],
  ] as const) {
    Object.assign(context, { strokeStyle: colour, lineWidth: width })
    context.stroke(new Path2D('M4 4 20 20'))
  }
}
