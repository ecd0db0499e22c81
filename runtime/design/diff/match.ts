import { FORM_SLOT, identitiesIn, identityOf, NODE_SLOT, type Node } from '../../form/formdata/identities'
import { widgetNameOf } from '../../form/formdata/widget-name'
import { asRecord, isRecord } from '../../json'
import type { WidgetCatalogue, WidgetDefinition } from '../../widget/definition'
import type { Path } from '../address'
import { definitionOf, nameOf } from '../dialect'

/** A node of one of two forms that are compared. */
export interface Standing {
  readonly node: Node
  readonly definition: WidgetDefinition | undefined
  /** From the tree. */
  readonly at: Path
  /** The node around it; undefined for the form. */
  readonly parent: Standing | undefined
  /** The sub-table whose column it is. */
  readonly table: Standing | undefined
  readonly name: string
  /** Among the form's fields (`total`, `items.amount`); empty for what has no name. */
  readonly path: string
  /** The node of the other form that it is. */
  other: Standing | undefined
}

/** All nodes of a form, in drawing order. */
export function standings(formData: unknown, catalogue: WidgetCatalogue): readonly Standing[] {
  const all: Standing[] = []
  const walk = (list: unknown, place: Path, parent: Standing | undefined, table: Standing | undefined) => {
    if (!Array.isArray(list)) return
    for (let index = 0; index < list.length; index += 1) {
      const node: unknown = list[index]
      if (!isRecord(node)) continue
      const definition = definitionOf(node, catalogue)
      const name = nameOf(node)
      const path = name === '' || !table ? name : `${table.name}.${name}`
      const at = [...place, index]
      const own: Standing = { node, definition, at, parent, table, name, path, other: undefined }
      all.push(own)
      const children = asRecord(node['__config__'])['children']
      walk(children, [...at, ...NODE_SLOT], own, definition?.kind === 'table' ? own : table)
    }
  }
  walk(asRecord(formData)['fields'], ['formData', ...FORM_SLOT], undefined, undefined)
  return all
}

/**
 * Finds each node in the other form: by an identity that no other has in either; else by its name among the fields, or the
 * columns of the same sub-table; what has no name by its place among those of its kind.
 */
export function pair(before: readonly Standing[], after: readonly Standing[], forms: Forms): void {
  pairBy(before, after, identifying(forms))
  pairBy(before, after, ({ name, table }) => (name === '' || table ? undefined : name))
  pairBy(before, after, ({ name, table }, side) =>
    name !== '' && table ? `${commonPlace(table, side)}/${name}` : undefined,
  )
  // What stands around is found before what stands in it: level by level.
  const levels = new Map<number, { readonly before: Standing[]; readonly after: Standing[] }>()
  for (const side of ['before', 'after'] as const)
    for (const one of side === 'before' ? before : after) {
      if (one.other || one.name !== '') continue
      const level = levels.get(one.at.length) ?? { before: [], after: [] }
      levels.set(one.at.length, level)
      level[side].push(one)
    }
  for (const [, level] of [...levels].sort(([one], [other]) => one - other))
    pairBy(level.before, level.after, byPlace())
}

interface Forms {
  readonly before: unknown
  readonly after: unknown
}

type Side = keyof Forms
type KeyOf = (one: Standing, side: Side) => string | undefined

/** Pairs those that have a key in common which no other of their side has. */
function pairBy(before: readonly Standing[], after: readonly Standing[], keyOf: KeyOf): void {
  const found = keyed(before, 'before', keyOf)
  for (const [key, one] of keyed(after, 'after', keyOf)) {
    const old = found.get(key)
    if (!old || !one) continue
    old.other = one
    one.other = old
  }
}

function keyed(
  all: readonly Standing[],
  side: Side,
  keyOf: KeyOf,
): ReadonlyMap<string, Standing | undefined> {
  const found = new Map<string, Standing | undefined>()
  for (const one of all) {
    const key = one.other ? undefined : keyOf(one, side)
    if (key !== undefined) found.set(key, found.has(key) ? undefined : one)
  }
  return found
}

function identifying(forms: Forms): KeyOf {
  const unique = { before: identitiesIn(forms.before), after: identitiesIn(forms.after) }
  return ({ node }, side) => {
    const id = identityOf(node)
    return id === undefined || !unique[side].get(id) ? undefined : `${typeof id} ${id}`
  }
}

/** Where the same place is in both forms: by the node of the earlier one. */
function commonPlace(one: Standing, side: Side): string {
  const earlier = side === 'before' ? one : (one.other ?? one)
  return `${one.other ? 'both' : side} ${earlier.at.join('/')}`
}

/** Their number among those of their kind in the same place. */
function byPlace(): KeyOf {
  const counts = new Map<string, number>()
  return ({ node, definition, parent }, side) => {
    const kind = definition?.key ?? widgetNameOf(node)
    const place = `${parent ? commonPlace(parent, side) : ''} ${kind}`
    const count = counts.get(`${side} ${place}`) ?? 0
    counts.set(`${side} ${place}`, count + 1)
    return `${place} ${count}`
  }
}
