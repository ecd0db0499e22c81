import { CODE } from '@services/contract/envelope'
import { NAME_LENGTH } from '@services/contract/fields'
import { ApiError } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { allUnits, NO_PARENT, type UnitRow } from '../people/organize/units'
import { createUnit, updateUnit } from '../people/organize/writes'
import type { Department, Directory, Third } from './directory'
import type { Links } from './links'
import type { Notes } from './notes'

/** A run of units or people: both sides, what stands for what, and how far it is told. */
export interface Run {
  readonly third: Third
  readonly context: CallContext
  readonly directory: Directory
  readonly units: Links
  readonly notes: Notes
  readonly isTrial: boolean
  /** Called before each thing. @throws where the run is not wanted any more */
  tick(total: number): Promise<void>
}

/** Stands for what a trial would make. */
const NEW = 'new:'

/** The unit that stands for the whole company: the first at the top. */
const topOf = (units: readonly UnitRow[]) => units.find(({ parent_id }) => parent_id === null)

/** From the top down. */
const byLevel = (units: readonly UnitRow[]) =>
  units.toSorted((one, other) => one.path.length - other.path.length)

const placeOf = ({ path_name, full_name }: UnitRow) =>
  path_name === full_name ? '' : path_name.slice(0, -full_name.length - 1)

async function theirDepartments({ directory, tick }: Run): Promise<ReadonlyMap<string, Department>> {
  const found = new Map<string, Department>()
  for await (const department of directory.departments()) {
    found.set(department.id, department)
    await tick(0)
  }
  return found
}

/** A department below another, by its name. */
const spot = (parentId: string, name: string) => `${parentId}/${name}`

/** Units to departments, from the top down. Disabled units are left as they are. */
export async function unitsToThem(run: Run): Promise<void> {
  const { context, directory, units: links, notes } = run
  const units = await allUnits(context.db)
  const theirs = await theirDepartments(run)
  const bySpot = new Map([...theirs.values()].map((one) => [spot(one.parentId, one.name), one]))
  const top = topOf(units)
  if (top) await links.keep(top.id, directory.rootId)
  const known = new Map([[top?.id ?? '', directory.rootId]])
  for (const unit of byLevel(units)) {
    if (unit === top || unit.enabled_mark !== 1) continue
    await run.tick(units.length)
    const note = { name: unit.full_name, place: placeOf(unit), ownId: unit.id }
    const parentId = unit.parent_id === null ? directory.rootId : known.get(unit.parent_id)
    if (parentId === undefined) {
      notes.fail({ ...note, reason: { text: '@thirdSync.noParent' } })
      continue
    }
    const linked = theirs.get(links.their(unit.id) ?? '')
    // One of the same name in the same place is the same, unless it stands for another already.
    const twin = bySpot.get(spot(parentId, unit.full_name))
    const same = linked ?? (twin && isFree(links, twin.id, units) ? twin : undefined)
    if (same && same.name === unit.full_name && same.parentId === parentId) {
      await links.keep(unit.id, same.id)
      known.set(unit.id, same.id)
    } else if (same) {
      const wanted = { id: same.id, name: unit.full_name, parentId }
      await notes.do({ act: 'change', ...note, theirId: same.id }, () => directory.changeDepartment(wanted))
      known.set(unit.id, same.id)
    } else {
      let id = `${NEW}${unit.id}`
      const isMade = await notes.do({ act: 'add', ...note }, async () => {
        id = await directory.addDepartment({ name: unit.full_name, parentId })
        await links.keep(unit.id, id)
      })
      if (isMade) known.set(unit.id, id)
    }
  }
  const own = new Set(units.map(({ id }) => id))
  for (const [ownId, theirId] of links.all()) {
    const left = theirs.get(theirId)
    if (left && !own.has(ownId)) notes.gone({ name: left.name, ownId, theirId })
  }
}

function isFree(links: Links, theirId: string, units: readonly UnitRow[]): boolean {
  const owner = links.own(theirId)
  return owner === undefined || !units.some(({ id }) => id === owner)
}

/** Departments to units, from the top down; new ones are departments here. */
export async function unitsToUs(run: Run): Promise<void> {
  const { context, directory, units: links, notes, third } = run
  const units = await allUnits(context.db)
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const bySpot = new Map(units.map((unit) => [spot(unit.parent_id ?? '', unit.full_name), unit]))
  const theirs = await theirDepartments(run)
  const top = topOf(units)
  if (top) await links.keep(top.id, directory.rootId)
  const known = new Map(top ? [[directory.rootId, top.id]] : [])
  const names = new Map(top ? [[directory.rootId, top.full_name]] : [])
  for (const { id, parentId, name } of theirs.values()) {
    await run.tick(theirs.size)
    const place = names.get(parentId) ?? ''
    names.set(id, `${place}/${name}`)
    const note = { name, place, theirId: id }
    const parent = known.get(parentId)
    if (parent === undefined) {
      notes.fail({ ...note, reason: { text: '@thirdSync.noParent' } })
      continue
    }
    const linked = byId.get(links.own(id) ?? '')
    const twin = bySpot.get(spot(parent, name))
    const same = linked ?? (twin && !theirs.has(links.their(twin.id) ?? '') ? twin : undefined)
    if (same && same.full_name === name && same.parent_id === parent) {
      await links.keep(same.id, id)
      known.set(id, same.id)
    } else if (same) {
      await notes.do({ act: 'change', ...note, ownId: same.id }, () =>
        updateUnit(context, same.category, same.id, {
          ...inputOf(same),
          fullName: demandLength(name),
          parentId: parent,
        }),
      )
      known.set(id, same.id)
    } else {
      let made = `${NEW}${id}`
      const isMade = await notes.do({ act: 'add', ...note }, async () => {
        const input = { parentId: parent, fullName: demandLength(name), enCode: `${third}-${id}` }
        made = (await createUnit(context, 'department', input)).id
        await links.keep(made, id)
      })
      if (isMade) known.set(id, made)
    }
  }
  for (const [ownId, theirId] of links.all()) {
    const left = byId.get(ownId)
    if (left && theirId !== directory.rootId && !theirs.has(theirId))
      notes.gone({ name: left.full_name, place: placeOf(left), ownId, theirId })
  }
}

function demandLength(name: string): string {
  if (name.length <= NAME_LENGTH) return name
  throw new ApiError(CODE.badRequest, '@people.nameLength')
}

const inputOf = (unit: UnitRow) => ({
  parentId: unit.parent_id ?? NO_PARENT,
  fullName: unit.full_name,
  enCode: unit.en_code,
  managerId: unit.manager_id,
  sortCode: unit.sort_code,
  enabledMark: unit.enabled_mark,
  description: unit.description,
})
