import { randomInt } from 'node:crypto'
import { deflateSync } from 'node:zlib'

export const PICTURE = { width: 240, height: 80 } as const
const { width: WIDTH, height: HEIGHT } = PICTURE
/** Half of the width of every line, of digits and of what crosses them alike. */
const PEN = 2.3

type Point = readonly [x: number, y: number]
type Line = readonly Point[]

/** Digits as lines in a box of 1 × 1, as a hand writes them. */
const DIGITS: readonly (readonly Line[])[] = [
  [arc(0.5, 0.5, 0.36, 0.5, 0, 360)],
  [
    [
      [0.28, 0.2],
      [0.55, 0],
      [0.55, 1],
    ],
  ],
  [[...arc(0.5, 0.28, 0.36, 0.28, 190, 385), [0.1, 1], [0.9, 1]]],
  [arc(0.47, 0.26, 0.34, 0.26, 200, 450), arc(0.47, 0.75, 0.38, 0.25, 270, 520)],
  [
    [
      [0.62, 0],
      [0.1, 0.68],
      [0.92, 0.68],
    ],
    [
      [0.68, 0.35],
      [0.68, 1],
    ],
  ],
  [
    [
      [0.85, 0],
      [0.25, 0],
      [0.2, 0.45],
    ],
    arc(0.46, 0.68, 0.38, 0.32, 235, 510),
  ],
  [
    [
      [0.7, 0],
      [0.3, 0.35],
      [0.14, 0.66],
    ],
    arc(0.5, 0.71, 0.36, 0.29, 0, 360),
  ],
  [
    [
      [0.1, 0],
      [0.9, 0],
      [0.38, 1],
    ],
  ],
  [arc(0.5, 0.25, 0.3, 0.25, 0, 360), arc(0.5, 0.75, 0.37, 0.25, 0, 360)],
  [
    arc(0.5, 0.29, 0.36, 0.29, 0, 360),
    [
      [0.86, 0.34],
      [0.7, 0.68],
      [0.35, 1],
    ],
  ],
]

/** Degrees clockwise from the right, since y grows downwards. */
function arc(x: number, y: number, rx: number, ry: number, from: number, to: number): Line {
  const steps = 20
  return Array.from({ length: steps + 1 }, (_step, index) => {
    const angle = ((from + ((to - from) * index) / steps) * Math.PI) / 180
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)] as const
  })
}

/** A number from `from` to `to`. */
const between = (from: number, to: number) => from + (randomInt(10_001) / 10_000) * (to - from)

/**
 * Draws digits as a PNG: turned, slanted and bent together, crossed by lines of the very width and shade of their own, with
 * grain over all. There are no strokes to take apart and none that their width gives away (`design/hardening.md §7`).
 */
export function drawCaptcha(code: string): Buffer {
  const ink = new Float32Array(WIDTH * HEIGHT)
  const bend = bending()
  for (const line of [...digitLines(code), ...crossing()]) {
    const bent = line.map(bend)
    for (const [index, end] of bent.entries()) {
      const start = bent[index - 1]
      if (start) stroke(ink, start, end)
    }
  }
  return png(ink)
}

function digitLines(code: string): readonly Line[] {
  const room = (WIDTH - 36) / code.length
  return [...code].flatMap((digit, index) => {
    const [wide, high] = [between(26, 34), between(38, 48)]
    const [left, top] = [18 + index * room + between(2, room - wide), between(10, HEIGHT - high - 10)]
    const [angle, slant] = [between(-0.35, 0.35), between(-0.25, 0.25)]
    const place = ([x, y]: Point): Point => {
      const [dx, dy] = [(x - 0.5 + slant * (0.5 - y)) * wide, (y - 0.5) * high]
      return [
        left + wide / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
        top + high / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
      ]
    }
    return (DIGITS[Number(digit)] ?? []).map((line) => line.map(place))
  })
}

/** Lines across the whole and short curves between, drawn as the digits are. */
function crossing(): readonly Line[] {
  const across = Array.from({ length: 2 }, () => {
    const [from, to, middle] = [between(12, HEIGHT - 12), between(12, HEIGHT - 12), between(-26, 26)]
    return Array.from({ length: 31 }, (_step, index): Point => {
      const way = index / 30
      return [way * WIDTH, from + (to - from) * way + middle * Math.sin(way * Math.PI * 2)]
    })
  })
  const short = Array.from({ length: 4 }, () => {
    const begin = between(0, 360)
    return arc(
      between(10, WIDTH - 10),
      between(8, HEIGHT - 8),
      between(5, 14),
      between(5, 14),
      begin,
      begin + between(50, 130),
    )
  })
  return [...across, ...short]
}

/** Waves through which everything is seen. */
function bending(): (point: Point) => Point {
  const [reach, length, phase] = [between(2, 4), between(45, 80), between(0, 6.28)]
  const [reachUp, lengthUp, phaseUp] = [between(2, 4.5), between(45, 90), between(0, 6.28)]
  return ([x, y]) => [
    x + reach * Math.sin((y / length) * 6.28 + phase),
    y + reachUp * Math.sin((x / lengthUp) * 6.28 + phaseUp),
  ]
}

function stroke(ink: Float32Array, [x1, y1]: Point, [x2, y2]: Point): void {
  const reach = PEN + 1
  const [dx, dy] = [x2 - x1, y2 - y1]
  const square = dx * dx + dy * dy || 1
  const last = (value: number, end: number) => Math.min(end - 1, Math.ceil(value + reach))
  for (let y = Math.max(0, Math.floor(Math.min(y1, y2) - reach)); y <= last(Math.max(y1, y2), HEIGHT); y++)
    for (let x = Math.max(0, Math.floor(Math.min(x1, x2) - reach)); x <= last(Math.max(x1, x2), WIDTH); x++) {
      const way = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square))
      const away = Math.hypot(x - x1 - way * dx, y - y1 - way * dy)
      const at = y * WIDTH + x
      ink[at] = Math.max(ink[at] ?? 0, Math.min(1, Math.max(0, PEN + 0.5 - away)))
    }
}

/** Grey levels of the grain: of ground and ink alike. */
const GRAIN = 46

/** Eight-bit grey (PNG, colour type 0). */
function png(ink: Float32Array): Buffer {
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const grey = 232 - 140 * (ink[y * WIDTH + x] ?? 0) + randomGrain() - GRAIN / 2
      rows[y * (WIDTH + 1) + 1 + x] = Math.min(255, Math.max(0, Math.round(grey)))
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head[8] = 8
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** What is drawn is what nobody may foresee; how it grains is not. */
const randomGrain = () => Math.random() * GRAIN

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
