import { CONDITIONS, type Condition } from '@runtime/field/marker'
import type { CanvasFrame } from '../leaflet'
import { worldSize } from '../mercator'
import { type FieldStore, MOVING, STALE } from '../store/field-store'
import { badgeSize } from './badge'
import type { Level } from './clusters'
import { drawNames } from './names'
import type { Palette } from './palette'
import type { DeviceScene, Drawn } from './scene'
import { FONT } from './sprites'

const WARNING = CONDITIONS.indexOf('warning')
const OFFLINE = CONDITIONS.indexOf('offline')
const OPEN = CONDITIONS.indexOf('open')

/** Draws every marker and bubble in the frame, alarms last; answers what can be pointed at. */
export function drawDevices(frame: CanvasFrame, scene: DeviceScene): readonly Drawn[] {
  const level = scene.clusters.at(frame.zoom)
  const seen = inFrame(frame, level, badgeSize(frame.zoom))
  for (const drawn of byUrgency(seen, level, scene.store)) drawItem(frame, scene, level, drawn)
  drawSelected(frame, scene, level)
  drawNames(frame, scene, seen)
  return seen
}

function inFrame(frame: CanvasFrame, level: Level, size: number): readonly Drawn[] {
  const world = worldSize(frame.zoom)
  const [left, top] = [frame.left - size, frame.top - size]
  const [right, bottom] = [frame.left + frame.width + size, frame.top + frame.height + size]
  const seen: Drawn[] = []
  for (let item = 0; item < level.count; item += 1) {
    const x = (level.x[item] ?? 0) * world
    const y = (level.y[item] ?? 0) * world
    if (x < left || x > right || y < top || y > bottom) continue
    const marker = level.single[item] ?? -1
    seen.push({ x, y, radius: marker < 0 ? bubbleRadius(level.sizes[item] ?? 1) : size / 2, marker, item })
  }
  return seen
}

const bubbleRadius = (size: number) => 9 + Math.min(6, Math.log2(size) * 0.7)

/** What is wrong lies on top. */
function byUrgency(seen: readonly Drawn[], level: Level, store: FieldStore): readonly Drawn[] {
  const [calm, urgent]: [Drawn[], Drawn[]] = [[], []]
  for (const drawn of seen) (isUrgent(drawn, level, store) ? urgent : calm).push(drawn)
  return [...calm, ...urgent]
}

function isUrgent({ marker, item }: Drawn, level: Level, store: FieldStore): boolean {
  if (marker >= 0) return store.columns.conditions[marker] === WARNING
  return (level.conditions[item * CONDITIONS.length + WARNING] ?? 0) > 0
}

function drawItem(frame: CanvasFrame, scene: DeviceScene, level: Level, drawn: Drawn): void {
  const [x, y] = [drawn.x - frame.left, drawn.y - frame.top]
  if (drawn.marker < 0) drawBubble(frame.context, scene, level, drawn, x, y)
  else {
    const sprite = scene.sprites.marker(styleOf(scene.store, drawn.marker), badgeSize(frame.zoom))
    const { picture, side } = sprite
    frame.context.drawImage(picture, Math.round(x - side / 2), Math.round(y - side / 2), side, side)
  }
}

export function styleOf(store: FieldStore, marker: number) {
  const flags = store.columns.flags[marker] ?? 0
  return {
    kind: store.kindAt(marker),
    condition: store.conditionAt(marker),
    isStale: (flags & STALE) !== 0,
    isMoving: (flags & MOVING) !== 0,
  }
}

/** A bubble: how many, and around it the share of those that are open, offline or alarmed. */
function drawBubble(
  context: CanvasRenderingContext2D,
  { palette, sprites }: DeviceScene,
  level: Level,
  { item, radius }: Drawn,
  x: number,
  y: number,
): void {
  const size = level.sizes[item] ?? 1
  const count = (condition: number) => level.conditions[item * CONDITIONS.length + condition] ?? 0
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = palette.badges.normal.fill
  context.fill()
  context.lineWidth = 3
  context.strokeStyle = palette.badges.normal.edge
  context.stroke()
  let from = -Math.PI / 2
  for (const condition of [WARNING, OFFLINE, OPEN]) {
    const share = count(condition) / size
    if (share === 0) continue
    const to = from + share * 2 * Math.PI
    context.beginPath()
    context.arc(x, y, radius, from, to)
    context.strokeStyle = palette.badges[CONDITIONS[condition] as Condition].fill
    context.stroke()
    from = to
  }
  if (level.stale[item] === size) dashedRing(context, palette, x, y, radius - 3)
  const text = size < 1000 ? String(size) : `${(size / 1000).toFixed(size < 10_000 ? 1 : 0)}k`
  sprites.text(
    context,
    text,
    x,
    y - 8.5,
    `600 ${radius < 13 ? 10 : 11}px ${FONT}`,
    palette.badges.normal.glyph,
  )
  if (count(WARNING) > 0) alarmMark(context, palette, x + radius * 0.72, y - radius * 0.72)
}

function dashedRing(
  context: CanvasRenderingContext2D,
  palette: Palette,
  x: number,
  y: number,
  radius: number,
): void {
  context.save()
  Object.assign(context, { strokeStyle: palette.hatch, lineWidth: 1.5 })
  context.setLineDash([2, 2])
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
  context.restore()
}

function alarmMark(context: CanvasRenderingContext2D, palette: Palette, x: number, y: number): void {
  const { fill, glyph } = palette.badges.warning
  context.fillStyle = fill
  context.beginPath()
  context.moveTo(x, y - 7)
  context.lineTo(x + 7, y + 5)
  context.lineTo(x - 7, y + 5)
  context.closePath()
  context.fill()
  context.fillStyle = glyph
  context.fillRect(x - 0.8, y - 3, 1.6, 4.2)
  context.fillRect(x - 0.8, y + 2.2, 1.6, 1.6)
}

/** The chosen marker has a ring, alone or in its bubble. */
function drawSelected(frame: CanvasFrame, { store, palette, selected }: DeviceScene, level: Level): void {
  if (selected < 0 || selected >= store.columns.count) return
  const item = level.of[selected] ?? -1
  const world = worldSize(frame.zoom)
  const x = (item < 0 ? (store.columns.x[selected] ?? 0) : (level.x[item] ?? 0)) * world - frame.left
  const y = (item < 0 ? (store.columns.y[selected] ?? 0) : (level.y[item] ?? 0)) * world - frame.top
  const { context } = frame
  for (const [colour, width] of [
    [palette.halo, 6],
    [palette.selected, 3],
  ] as const) {
    Object.assign(context, { strokeStyle: colour, lineWidth: width })
    context.beginPath()
    context.arc(x, y, badgeSize(frame.zoom) / 2 + 7, 0, 2 * Math.PI)
    context.stroke()
  }
}
