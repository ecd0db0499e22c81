import { shownMoment } from '@runtime/date/shown'
import { DEVICE_STATE } from '@runtime/field/kinds'
import { CONDITIONS, type Condition } from '@runtime/field/marker'
import type { Host } from '@runtime/host'
import type { FieldStore } from '../store/field-store'
import { MOVING, STALE, UNREPORTED } from '../store/field-store'
import type { MarkerKind } from '../store/kinds'

type Translate = Host['text']

/** How long ago in one unit: 8 seconds, 12 minutes. */
export function ageText(translate: Translate, milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const [unit, size] =
    seconds < 60
      ? (['seconds', 1] as const)
      : seconds < 3600
        ? (['minutes', 60] as const)
        : seconds < 86_400
          ? (['hours', 3600] as const)
          : (['days', 86_400] as const)
  return translate(`@map.${unit}`, { count: Math.floor(seconds / size) })
}

/** A moment in the person's zone, always with its date: of a list that reaches over days. */
export function momentText(host: Host, time: number): string {
  const day = shownMoment(time, 'en-CA', {}, host.timeZone)
  return `${day} ${shownMoment(time, 'en-GB', { timeStyle: 'medium' }, host.timeZone)}`
}

/** A time of day in the person's zone, with the date where it is another day's. */
export function clockText(host: Host, time: number): string {
  const day = (at: number) => shownMoment(at, 'en-CA', {}, host.timeZone)
  const clock = shownMoment(time, 'en-GB', { timeStyle: 'medium' }, host.timeZone)
  return day(time) === day(host.now()) ? clock : `${day(time)} ${clock}`
}

const VALVES: ReadonlySet<MarkerKind> = new Set(['VALVE_MAIN', 'VALVE_TWB'])

/** What a condition is called of this kind: a normal valve is a closed one, a gateway warns of its battery. */
export function conditionText(
  translate: Translate,
  kind: MarkerKind,
  condition: Condition,
  deviceState?: unknown,
): string {
  if (condition === 'normal' && VALVES.has(kind)) return translate('@map.closedValve')
  if (condition === 'warning' && kind === 'GATEWAY') return translate('@map.lowBattery')
  if (condition === 'warning' && deviceState === DEVICE_STATE.fault) return translate('@map.fault')
  return translate(`@map.condition_${condition}`)
}

/**
 * Everything that a marker says, in words. What has never reported is neither normal nor closed.
 *
 * @param now milliseconds since 1970, by the server's clock.
 */
export function stateWords(
  translate: Translate,
  store: FieldStore,
  index: number,
  now: number,
): readonly string[] {
  const flags = store.columns.flags[index] ?? 0
  const condition = CONDITIONS[store.columns.conditions[index] ?? 0] ?? 'normal'
  const isUnreported = (flags & UNREPORTED) !== 0
  return [
    ...(isUnreported && condition === 'normal'
      ? []
      : [conditionText(translate, store.kindAt(index), condition, store.row(index)?.['deviceState'])]),
    ...(isUnreported ? [translate('@map.never')] : []),
    ...(flags & MOVING ? [translate('@map.moving')] : []),
    ...(flags & STALE && !isUnreported ? [staleText(translate, store.ageAt(index, now))] : []),
  ]
}

/** That something is stale, and how old it is where that is known: in milliseconds. */
export function staleText(translate: Translate, age: number | null): string {
  return age === null
    ? translate('@map.stale')
    : translate('@map.staleSince', { age: ageText(translate, age) })
}
