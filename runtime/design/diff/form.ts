import { normaliseField } from '../../form/formdata/aliases'
import { isStored } from '../../form/formdata/field-config'
import { asRecord } from '../../json'
import { jsonEqual } from '../../schema'
import { FORM } from '../nodes'
import { subjectOf } from '../subjects'
import type { Change, Weight } from './change'
import { type Compared, nodeChanges, settingChange, type Tell } from './field'
import type { Standing } from './match'
import { called, differing, own, place, placeOf } from './naming'
import { short } from './values'

/** Counted on by the designer itself. */
const QUIET = new Set(['fields', 'idGlobal', 'funcs'])

/** What has become of the form's nodes: those that left, then the others in drawing order. */
export function fieldChanges(
  before: readonly Standing[],
  after: readonly Standing[],
  compared: Compared,
): readonly Change[] {
  const reordered = reorderedPlaces(before, after)
  const orderOf = (one: Standing | undefined): readonly Change[] => {
    if (!reordered.has(one)) return []
    const pointer = one ? placeOf(one) : { pointer: '/formData/fields' }
    return [
      {
        kind: 'reordered',
        weight: 'other',
        ...pointer,
        text: '@diff.reordered',
        params: { place: place(one) },
      },
    ]
  }
  return [
    ...before.flatMap((one) => (one.other || isNewWithin(one) ? [] : leaving(one))),
    ...orderOf(undefined),
    ...after.flatMap((one): readonly Change[] => {
      if (!one.other) return isNewWithin(one) ? [] : [coming(one)]
      return [...movement(one.other, one), ...nodeChanges(one.other, one, compared), ...orderOf(one)]
    }),
  ]
}

/** A column of a sub-table that comes, or goes, as a whole. */
function isNewWithin({ table }: Standing): boolean {
  return table !== undefined && table.other === undefined
}

function leaving(one: Standing): Change {
  const isKept = one.name !== '' && isStored(normaliseField(one.node))
  const weight: Weight = isKept ? 'loss' : 'other'
  return { kind: 'removed', weight, ...placeOf(one), text: '@diff.removed', params: { field: called(one) } }
}

/** What has to be filled in is missing in the records that there are. */
function coming(one: Standing): Change {
  const isRequired = one.name !== '' && asRecord(one.node['__config__'])['required'] === true
  const text = isRequired ? '@diff.addedRequired' : '@diff.added'
  const weight: Weight = isRequired ? 'tighter' : 'other'
  return { kind: 'added', weight, ...placeOf(one), text, params: { field: called(one) } }
}

function movement(old: Standing, next: Standing): readonly Change[] {
  if (old.parent?.other === next.parent && (old.parent === undefined) === (next.parent === undefined))
    return []
  const leavesRecord = next.name !== '' && old.table?.other !== next.table
  const crosses = leavesRecord || (old.table === undefined) !== (next.table === undefined)
  return [
    {
      kind: 'moved',
      weight: crosses && next.name !== '' ? 'loss' : 'other',
      ...placeOf(next),
      text: crosses ? '@diff.movedRecord' : '@diff.moved',
      params: { field: called(next), from: place(old.parent), to: place(next.parent) },
    },
  ]
}

/** The places (undefined: the form itself) where what both forms have does not stand in the order of before. */
function reorderedPlaces(
  before: readonly Standing[],
  after: readonly Standing[],
): ReadonlySet<Standing | undefined> {
  const positions = new Map(before.map((one, index) => [one, index]))
  const last = new Map<Standing | undefined, number>()
  const reordered = new Set<Standing | undefined>()
  for (const one of after) {
    const { other, parent } = one
    if (!other || other.parent?.other !== parent) continue
    const position = positions.get(other) ?? 0
    if (position < (last.get(parent) ?? -1)) reordered.add(parent)
    last.set(parent, position)
  }
  return reordered
}

/** What has changed of the form itself. */
export function formChanges({ before, after, widgets }: Compared): readonly Change[] {
  const subjects = [before, after].map((tree) => subjectOf(tree, widgets, FORM))
  const [old, next] = subjects
  const changes: Change[] = []
  const tell: Tell = (kind, weight, text, params = {}) =>
    changes.push({
      kind: kind === 'script' ? kind : 'form',
      weight: weight === 'tighter' ? 'other' : weight,
      pointer: '/formData',
      text,
      params: { field: '@design.formSettings', ...params },
    })
  const properties = { ...next?.schema.properties }
  for (const [name, schema] of Object.entries(properties)) {
    const values = [own(old?.values, name), own(next?.values, name)] as const
    if (jsonEqual(values[0] ?? null, values[1] ?? null)) continue
    settingChange(name, values, { schema, isScript: next?.places.get(name)?.format === 'script' }, tell)
  }
  const rest = differing(before.formData, after.formData, jsonEqual).filter(
    (name) => !QUIET.has(name) && !Object.hasOwn(properties, name),
  )
  if (rest.length > 0) tell('form', 'other', '@diff.restOfField', { settings: rest.slice(0, 6).map(short) })
  return changes
}
