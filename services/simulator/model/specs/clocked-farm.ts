import type { Operation } from '@runtime/field/topics'
import { DEMO_FARM } from '../../farm/demo'
import { drawFarm } from '../../farm/draw'
import { createFarm } from '../farm'
import type { Happening } from '../farm.types'

export const layout = drawFarm(DEMO_FARM)
export const START = Date.parse('2026-07-10T04:00:00Z')

/** The demo farm with a clock of its own. */
export function clockedFarm({ mishaps = false }: { readonly mishaps?: boolean } = {}) {
  const farm = createFarm(layout, { seed: 1, startAt: START, mishaps })
  let now = START
  let seq = 0
  const happenings: Happening[] = []
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      now += 1000
      happenings.push(...farm.tick(now, 1))
    }
  }
  const tell = (deviceId: string, op: Operation, rest: Record<string, unknown> = {}) =>
    farm.command(
      deviceId,
      { id: `c${++seq}`, seq, op, iat: now, exp: now + 60_000, ttlMs: 60_000, il: '', ...rest },
      now,
    )
  const openGroup = (id: string) => {
    for (const { valveId, openDirection } of layout.groups.find((group) => group.id === id)?.members ?? [])
      tell(valveId, 'valve.set', { dir: openDirection, gat: 100, maxRunS: 28_800 })
  }
  return { farm, pass, tell, openGroup, happenings, now: () => now }
}
