import type { FarmLayout } from '@runtime/field/layout'
import type { Happening } from './farm.types'
import type { Faults } from './faults'

/** Milliseconds between two turns of a chattering switch. */
const CHATTER = 4_000
/** An alarm flood is over ten minutes, of as many alarms as it says. */
const FLOOD = 600_000
const FLOOD_ALARMS = 60

/** What devices complain of for no reason of the water's: asked every second. */
export function createMischief(layout: FarmLayout, faults: Faults): (now: number) => readonly Happening[] {
  const valves = layout.devices.filter(({ kind }) => kind === 'VALVE_TWB')
  const chattering = new Map<string, { on: 0 | 1; at: number }>()
  const flooded = new Set<string>()
  let floodFrom: number | null = null

  function chatter(now: number): Happening[] {
    const targets = new Set(faults.of('chatteringSwitch').map(({ target }) => target))
    const happenings: Happening[] = []
    for (const deviceId of new Set([...targets, ...chattering.keys()])) {
      const before = chattering.get(deviceId) ?? { on: 0, at: 0 }
      const isWanted = targets.has(deviceId)
      if (isWanted && now - before.at < CHATTER) continue
      const on = isWanted && before.on === 0 ? 1 : 0
      if (on !== before.on) happenings.push({ kind: 'event', deviceId, type: 'PRESSURE_SWITCH', on })
      if (isWanted) chattering.set(deviceId, { on, at: now })
      else chattering.delete(deviceId)
    }
    return happenings
  }

  function flood(now: number): Happening[] {
    const fault = faults.find('alarmFlood', '')
    if (!fault) {
      floodFrom = null
      const over = [...flooded]
      flooded.clear()
      return over.map((deviceId) => ({ kind: 'event', deviceId, type: 'LEAK_SUSPECTED', on: 0 }))
    }
    floodFrom ??= now
    const due = Math.min(
      valves.length,
      Math.ceil(((now - floodFrom + 1) / FLOOD) * (fault.value ?? FLOOD_ALARMS)),
    )
    const next = valves.slice(flooded.size, Math.min(due, fault.value ?? FLOOD_ALARMS))
    for (const { id } of next) flooded.add(id)
    return next.map(({ id }) => ({ kind: 'event', deviceId: id, type: 'LEAK_SUSPECTED', on: 1 }))
  }

  return (now) => [...chatter(now), ...flood(now)]
}
