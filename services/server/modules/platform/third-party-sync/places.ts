import type { Department } from './directory'

/**
 * Where the units of one side stand, while they are moved: two below the same may not have one name, even for a moment, so
 * whoever will go away soon is put aside for who comes.
 */
export interface Places {
  /** @param willLeave whether one that stands in the way has a place of its own to go to */
  clear(wanted: Omit<Department, 'id'>, id: string, willLeave: (id: string) => boolean): Promise<void>
  /** Is there by now. */
  put(unit: Department): void
  of(id: string): Department | undefined
  at(parentId: string, name: string): string | undefined
  /** Those that were put aside and have not come to a place of their own since, as they stood before. */
  aside(): readonly Department[]
}

/** A unit below another, by its name. */
const spot = ({ parentId, name }: Omit<Department, 'id'>) => `${parentId}/${name}`

/** @param rename gives a unit a name that nothing else has */
export function createPlaces(
  units: Iterable<Department>,
  rename: (unit: Department, from: Department) => Promise<void>,
): Places {
  const byId = new Map<string, Department>()
  const bySpot = new Map<string, string>()
  const away = new Map<string, Department>()
  const put = (unit: Department) => {
    const before = byId.get(unit.id)
    if (before && bySpot.get(spot(before)) === unit.id) bySpot.delete(spot(before))
    byId.set(unit.id, unit)
    bySpot.set(spot(unit), unit.id)
  }
  for (const unit of units) put(unit)
  return {
    async clear(wanted, id, willLeave) {
      const inTheWay = byId.get(bySpot.get(spot(wanted)) ?? '')
      if (!inTheWay || inTheWay.id === id || !willLeave(inTheWay.id)) return
      const aside = { ...inTheWay, name: `~${inTheWay.id}` }
      await rename(aside, inTheWay)
      put(aside)
      away.set(inTheWay.id, inTheWay)
    },
    put(unit) {
      put(unit)
      away.delete(unit.id)
    },
    of: (id) => byId.get(id),
    at: (parentId, name) => bySpot.get(spot({ parentId, name })),
    aside: () => [...away.values()],
  }
}
