import { angleBetween, angleOf, directionOf } from '@runtime/field/command/angles'
import { type AngleTable, DIRECTION, type Reported, type ValveSettings } from '@runtime/field/kinds'
import { clamp } from '../physics/units'

const FULL_CIRCLE = 360
/** How a ball is bored: closed at 0°, A from 90°, both at 180°, B until 270°. */
const PORTS: AngleTable = { closed: 0, a: 90, both: 180, b: 270 }
/** How long the motor tries. */
const STALL_SEC = 5

/** A valve's motor and where it stands. `angle` of a main control valve follows its opening. */
export interface Valve {
  readonly id: string
  readonly isThreeWay: boolean
  readonly settings: ValveSettings
  angle: number
  /** What of the passage it was told to leave open, in %. */
  gat: number
  target: { readonly angle: number; readonly gat: number } | null
  /** Seconds that the motor has stood against something. */
  stalled: number
  fault: string | null
  /** Farm time in milliseconds at which it closes by itself; null while it is closed. */
  closesAt: number | null
  cycles: number
}

export function createValve(id: string, isThreeWay: boolean, settings: ValveSettings): Valve {
  return {
    id,
    isThreeWay,
    settings,
    angle: 0,
    gat: 0,
    target: null,
    stalled: 0,
    fault: null,
    closesAt: null,
    cycles: 0,
  }
}

/** Where a command wants it; null for what it cannot do. */
export function targetOf(
  valve: Valve,
  { dir, gat, ang }: { readonly dir?: number; readonly gat?: number; readonly ang?: number },
): Valve['target'] {
  if (!valve.isThreeWay) {
    const opening = gat ?? (dir === undefined ? undefined : dir === DIRECTION.none ? 0 : 100)
    return opening === undefined || opening < 0 || opening > 100
      ? null
      : { angle: opening * 0.9, gat: opening }
  }
  const direction = gat === 0 ? DIRECTION.none : dir
  const table = valve.settings.angles ?? PORTS
  const angle = ang ?? (direction === undefined ? null : angleOf(table, direction))
  if (angle === null || !Number.isFinite(angle)) return null
  return {
    angle: ((angle % FULL_CIRCLE) + FULL_CIRCLE) % FULL_CIRCLE,
    gat: direction === DIRECTION.none ? 0 : (gat ?? 100),
  }
}

/** Lets it turn for `dt` seconds; answers whether it has just arrived, stalled, or neither. */
export function turn(valve: Valve, dt: number, isStuck: boolean): 'arrived' | 'stalled' | null {
  const { target } = valve
  if (!target) return null
  if (isStuck) {
    valve.stalled += dt
    if (valve.stalled < STALL_SEC) return null
    valve.target = null
    valve.fault = 'MOTOR_STALL'
    return 'stalled'
  }
  const step = (90 / (valve.settings.travelSec ?? 30)) * dt
  const way = valve.isThreeWay ? shortestWay(valve.angle, target.angle) : target.angle - valve.angle
  const moved = clamp(way, -step, step)
  valve.angle = valve.isThreeWay ? (valve.angle + moved + FULL_CIRCLE) % FULL_CIRCLE : valve.angle + moved
  if (!valve.isThreeWay) valve.gat = valve.angle / 0.9
  else if (target.gat > 0) valve.gat = target.gat
  if (Math.abs(way - moved) > 1e-6) return null
  valve.angle = target.angle
  valve.gat = target.gat
  valve.target = null
  valve.cycles++
  return 'arrived'
}

function shortestWay(from: number, to: number): number {
  const way = (to - from + FULL_CIRCLE) % FULL_CIRCLE
  return way > FULL_CIRCLE / 2 ? way - FULL_CIRCLE : way
}

/** How far each side of a three-way valve is open, 0–1. */
export function openingOf({ angle, gat }: Valve, side: number): number {
  const apart = Math.min(
    angleBetween(angle, side === DIRECTION.a ? PORTS.a : PORTS.b),
    angleBetween(angle, PORTS.both),
  )
  const between =
    side === DIRECTION.a ? angle >= PORTS.a && angle <= PORTS.both : angle >= PORTS.both && angle <= PORTS.b
  return between ? gat / 100 : (Math.max(0, 1 - apart / 90) * gat) / 100
}

/** What it says of itself. */
export function valveReport(valve: Valve, command: string | undefined, ts: number): Reported {
  const isMoving = valve.target !== null
  return {
    dir: valve.isThreeWay ? directionNow(valve) : DIRECTION.none,
    gat: Math.round(valve.isThreeWay ? openNow(valve) : valve.gat),
    ang: Math.round(valve.angle),
    mov: isMoving ? 1 : 0,
    fault: valve.fault,
    until: valve.closesAt,
    ...(command !== undefined && { cmd: command }),
    ts,
  }
}

const openNow = (valve: Valve) => 100 * Math.max(openingOf(valve, DIRECTION.a), openingOf(valve, DIRECTION.b))

function directionNow(valve: Valve): number {
  const stands = directionOf(valve.settings.angles ?? PORTS, valve.angle)
  if (stands !== null) return stands
  const a = openingOf(valve, DIRECTION.a) > 0.05 ? DIRECTION.a : 0
  const b = openingOf(valve, DIRECTION.b) > 0.05 ? DIRECTION.b : 0
  return a + b
}
