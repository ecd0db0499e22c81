import { fromWire } from '@runtime/form'
import { asHeld } from '@runtime/form/merge/normal'
import { type Clash, type Merge, sideOf, threeWay, twoWay, withSide } from '@runtime/form/merge/three-way'
import { putValue } from '@runtime/form/places'
import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { useEffect, useMemo, useState } from 'react'

export type Side = 'stored' | 'mine'

export interface Merging extends Merge {
  /** Clashes of which the stored side has been chosen, by key, with what was filled in. */
  readonly chosen: ReadonlyMap<string, unknown>
  choose(clashes: readonly Clash[], side: Side): void
}

const NOTHING: ReadonlyMap<string, unknown> = new Map()

/**
 * What somebody else saved and what is filled in, made one: what only the other changed stands in the form at once, and so
 * does what is chosen of what both changed. Without `base` nobody knows who changed what, and all that differs is asked.
 */
export function useMerge(
  store: FormStore,
  stored: FormRecord,
  base: FormRecord | undefined,
  among: ReadonlySet<string> | undefined,
  onChosen: (() => void) | undefined,
): Merging {
  const met = useMemo(() => {
    const { plan, host } = store
    const sent = fromWire(plan, store.collect(), undefined)
    const sides = { theirs: asHeld(plan, stored, host), mine: keptIn(store), sent }
    const { clashes, taken } = base
      ? threeWay(plan, { ...sides, base: asHeld(plan, base, host) })
      : twoWay(plan, sides)
    return { clashes: among ? clashes.filter(({ key }) => among.has(key)) : clashes, taken }
  }, [store, stored, base, among])
  useEffect(() => {
    for (const { field, value } of met.taken) store.set(field.path, value, 'load')
  }, [store, met])
  const [choice, setChoice] = useState({ met, chosen: NOTHING })
  // Who meets another conflict chooses anew.
  const chosen = choice.met === met ? choice.chosen : NOTHING
  return {
    ...met,
    chosen,
    choose(clashes, side) {
      const next = new Map(chosen)
      // All at once come as a whole: none of them empties another.
      const origin = clashes.length > 1 ? 'load' : 'user'
      for (const clash of clashes) {
        const { key, field, row } = clash
        if (next.has(key) === (side === 'stored')) continue
        const { path } = row?.table ?? field
        const now = store.kept(path)
        const value = side === 'stored' ? clash.theirs : next.get(key)
        // What has been typed since the list was made is what comes back.
        if (side === 'stored') next.set(key, sideOf(clash, now))
        else next.delete(key)
        store.set(path, withSide(clash, value, now), origin)
      }
      store.status.dirty = true
      setChoice({ met, chosen: next })
      onChosen?.()
    },
  }
}

/** What stands in a form, hidden or not. */
function keptIn(store: FormStore): FormRecord {
  const record: FormRecord = {}
  for (const field of store.plan.fields.values())
    if (field.table === undefined) putValue(record, field, store.kept(field.path))
  return record
}
