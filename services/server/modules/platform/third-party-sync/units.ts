import { CODE } from '@services/contract/envelope'
import { NAME_LENGTH } from '@services/contract/fields'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { allUnits, type Category, findUnit, NO_PARENT, type UnitRow } from '../people/organize/units'
import { createUnit, updateUnit } from '../people/organize/writes'
import type { Department, Directory, Third } from './directory'
import type { Links } from './links'
import type { Notes } from './notes'
import { createPlaces, type Places } from './places'
import type { UnitState } from './state'

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

const stateOf = ({ name, parentId }: Omit<Department, 'id'>) => ({ name, parentId })

/** Units to departments, from the top down: so nothing comes below itself. Disabled units are left as they are. */
export async function unitsToThem(run: Run): Promise<void> {
  const { context, directory, units: links, notes } = run
  const units = await allUnits(context.db)
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const theirs = await theirDepartments(run)
  const change = async (to: Department, from: Department) => {
    const ids = { ownId: links.own(to.id) ?? '', theirId: to.id }
    const states = { before: stateOf(from), after: stateOf(to) }
    await notes.aside({ name: from.name, ...ids, ...states }, () => directory.changeDepartment(to))
  }
  const places = createPlaces(theirs.values(), change)
  const top = topOf(units)
  if (top) await links.keep(top.id, directory.rootId)
  const known = new Map([[top?.id ?? '', directory.rootId]])
  const passed = new Set<string>()
  // No two of ours have one name in one place: whose turn is still to come will go elsewhere.
  const willLeave = (theirId: string) => {
    const owner = byId.get(links.own(theirId) ?? '')
    return owner !== undefined && owner.enabled_mark === 1 && !passed.has(owner.id)
  }
  for (const unit of byLevel(units)) {
    if (unit === top || unit.enabled_mark !== 1) continue
    await run.tick(units.length)
    passed.add(unit.id)
    const note = { name: unit.full_name, place: placeOf(unit), ownId: unit.id }
    const parentId = unit.parent_id === null ? directory.rootId : known.get(unit.parent_id)
    if (parentId === undefined) {
      notes.fail({ ...note, reason: { text: '@thirdSync.noParent' } })
      continue
    }
    const linked = places.of(links.their(unit.id) ?? '')
    // One of the same name in the same place is the same, unless it stands for another already.
    const twin = places.of(places.at(parentId, unit.full_name) ?? '')
    const same = linked ?? (twin && !byId.has(links.own(twin.id) ?? '') ? twin : undefined)
    const after = { name: unit.full_name, parentId }
    if (same && same.name === unit.full_name && same.parentId === parentId) {
      const replaced = await links.keep(unit.id, same.id)
      await notes.linked({ ...note, theirId: same.id, replaced })
      known.set(unit.id, same.id)
    } else if (same) {
      const wanted = { id: same.id, ...after }
      const states = { before: stateOf(same), after }
      await notes.do({ act: 'change', ...note, theirId: same.id, ...states }, async () => {
        await places.clear(wanted, same.id, willLeave)
        await directory.changeDepartment(wanted)
        places.put(wanted)
        return undefined
      })
      known.set(unit.id, same.id)
    } else {
      let id = `${NEW}${unit.id}`
      const isMade = await notes.do({ act: 'add', ...note, after }, async () => {
        await places.clear(after, '', willLeave)
        id = await directory.addDepartment(after)
        places.put({ id, ...after })
        return { theirId: id, replaced: (await links.keep(unit.id, id)) ?? [] }
      })
      if (isMade) known.set(unit.id, id)
    }
  }
  await settle(run, places, change)
  for (const department of theirs.values()) {
    const ownId = links.own(department.id)
    if (ownId !== undefined && !byId.has(ownId))
      notes.gone({ name: department.name, ownId, theirId: department.id, before: stateOf(department) })
  }
}

/** Gives what was put aside and could not go where it should its own name again. */
async function settle(
  { isTrial }: Run,
  places: Places,
  change: (to: Department, from: Department) => Promise<void>,
): Promise<void> {
  if (isTrial) return
  for (const before of places.aside()) {
    const now = places.of(before.id)
    if (now && places.at(before.parentId, before.name) === undefined) await change(before, now)
  }
}

/** Departments to units, from the top down; new ones are departments here. */
export async function unitsToUs(run: Run): Promise<void> {
  const { context, directory, units: links, notes, third } = run
  const units = await allUnits(context.db)
  const top = topOf(units)
  if (!top) throw new ApiError(CODE.badRequest, '@thirdSync.noCompany')
  const theirs = await theirDepartments(run)
  const change = async (to: Department, from: Department) => {
    const ids = { ownId: to.id, theirId: links.their(to.id) ?? '' }
    const states = { before: stateOf(from), after: stateOf(to) }
    await notes.aside({ name: from.name, ...ids, ...states }, () => changeUnit(context, to.id, to))
  }
  const places = createPlaces(units.map(asDepartment), change)
  await links.keep(top.id, directory.rootId)
  const known = new Map([[directory.rootId, top.id]])
  const names = new Map([[directory.rootId, top.full_name]])
  const passed = new Set<string>()
  const willLeave = (ownId: string) => {
    const theirId = links.their(ownId) ?? ''
    return theirs.has(theirId) && !passed.has(theirId)
  }
  for (const { id, parentId, name } of theirs.values()) {
    await run.tick(theirs.size)
    passed.add(id)
    const place = names.get(parentId) ?? ''
    names.set(id, `${place}/${name}`)
    const note = { name, place, theirId: id }
    const parent = known.get(parentId)
    if (parent === undefined) {
      notes.fail({ ...note, reason: { text: '@thirdSync.noParent' } })
      continue
    }
    const linked = places.of(links.own(id) ?? '')
    const twin = places.of(places.at(parent, name) ?? '')
    const same = linked ?? (twin && !theirs.has(links.their(twin.id) ?? '') ? twin : undefined)
    const after = { name, parentId: parent }
    if (same && same.name === name && same.parentId === parent) {
      const replaced = await links.keep(same.id, id)
      await notes.linked({ ...note, ownId: same.id, replaced })
      known.set(id, same.id)
    } else if (same) {
      const states = { before: stateOf(same), after }
      await notes.do({ act: 'change', ...note, ownId: same.id, ...states }, async () => {
        demandLength(name)
        await places.clear(after, same.id, willLeave)
        await changeUnit(context, same.id, after)
        places.put({ id: same.id, ...after })
        return undefined
      })
      known.set(id, same.id)
    } else {
      let made = `${NEW}${id}`
      const isMade = await notes.do({ act: 'add', ...note, after }, async () => {
        const input = { parentId: parent, fullName: demandLength(name), enCode: codeOf(third, id) }
        await places.clear(after, '', willLeave)
        made = (await createUnit(context, 'department', input)).id
        places.put({ id: made, ...after })
        return { ownId: made, replaced: (await links.keep(made, id)) ?? [] }
      })
      if (isMade) known.set(id, made)
    }
  }
  await settle(run, places, change)
  for (const left of byLevel(units)) {
    const theirId = links.their(left.id)
    if (theirId === undefined || theirId === directory.rootId || theirs.has(theirId)) continue
    const before = { ...inputOf(left), category: left.category }
    notes.gone({ name: left.full_name, place: placeOf(left), ownId: left.id, theirId, before })
  }
}

/** The code of a unit that was made for a department. */
export const codeOf = (third: Third, theirId: string): string => `${third}-${theirId}`

function demandLength(name: string): string {
  if (name.length <= NAME_LENGTH) return name
  throw new ApiError(CODE.badRequest, '@people.nameLength')
}

const asDepartment = (unit: UnitRow): Department => ({
  id: unit.id,
  name: unit.full_name,
  parentId: unit.parent_id ?? '',
})

/** Renames and moves a unit of ours, as it is now. @throws ApiError 404 where it is none any more */
export async function changeUnit(
  context: CallContext,
  id: string,
  { name, parentId }: UnitState,
): Promise<void> {
  const unit = await findUnit(context.db, id)
  if (!unit) throw notFound()
  const { category, version, fullName, enCode, managerId, sortCode, enabledMark, description } = unit
  const kept = { fullName, enCode, managerId, sortCode, enabledMark, description, version }
  await updateUnit(context, category, id, { ...kept, fullName: name, parentId: parentId || NO_PARENT })
}

const inputOf = (unit: UnitRow) => ({
  parentId: unit.parent_id ?? NO_PARENT,
  fullName: unit.full_name,
  enCode: unit.en_code,
  managerId: unit.manager_id ?? '',
  sortCode: unit.sort_code,
  enabledMark: unit.enabled_mark,
  description: unit.description,
})

/** A unit as it was, to be made again. */
export type GoneUnit = ReturnType<typeof inputOf> & { readonly category: Category }
