import type { FieldPlan } from '@runtime/form/plan'
import type { Named, NameSource } from '@runtime/widget/named'
import type { CallContext, Services } from '../../../../module'
import { SEPARATOR } from '../../../platform/transfer/cells'
import { isMultiple } from '../import/values'

/** Names that are kept to be written again. */
const KEPT = 20_000

/**
 * Names people, units, areas and records so that an import finds the same: by name, where that is one's alone, else by what it is
 * told from others by (account, path, code).
 */
export function createNaming(services: Services, fields: readonly FieldPlan[]) {
  const sources = new Map(fields.map((field) => [field, field.definition?.names?.(field.settings) ?? null]))
  const keys = new Map([...sources].map(([field, source]) => [field, JSON.stringify(source)]))
  const known = new Map<string, Map<string, string>>()
  const unitsOf = (field: FieldPlan, value: unknown): readonly unknown[] => {
    if (value === null || value === undefined || value === '') return []
    return isMultiple(field) && Array.isArray(value) ? value : [value]
  }

  return {
    /** Asks for the names of values, each source once. */
    async learn(context: CallContext, valuesOf: (field: FieldPlan) => readonly unknown[]): Promise<void> {
      const wanted = new Map<string, { readonly source: NameSource; readonly units: Map<string, unknown> }>()
      for (const field of fields) {
        const source = sources.get(field)
        const key = keys.get(field) ?? ''
        if (!source) continue
        const names = known.get(key) ?? new Map<string, string>()
        if (names.size > KEPT) names.clear()
        known.set(key, names)
        const entry = wanted.get(key) ?? { source, units: new Map<string, unknown>() }
        wanted.set(key, entry)
        for (const value of valuesOf(field))
          for (const unit of unitsOf(field, value)) {
            const id = JSON.stringify(unit)
            if (!names.has(id)) entry.units.set(id, unit)
          }
      }
      await Promise.all(
        [...wanted].map(async ([key, { source, units }]) => {
          if (units.size === 0) return
          for (const [id, name] of await named(services, context, source, units))
            known.get(key)?.set(id, name)
        }),
      )
    },
    textOf(field: FieldPlan, value: unknown): string | null {
      const names = known.get(keys.get(field) ?? '')
      const texts = unitsOf(field, value).map((unit) => names?.get(JSON.stringify(unit)))
      return texts.length === 0 || texts.includes(undefined) ? null : texts.join(',')
    },
  }
}

/** What each value is called; absent: what its list shows. */
async function named(
  services: Services,
  context: CallContext,
  source: NameSource,
  units: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (unit: unknown) => [unit].flat(2).map(String)
  const ids = [...units.values()].flatMap(idsOf)
  const known = new Map(
    (await services.names.resolveWithGone(source, ids, context)).map((one) => [one.id, one]),
  )
  const names = new Map<string, string>()
  const first = new Map<string, readonly string[]>()
  const further = new Map<string, readonly string[]>()
  for (const [key, unit] of units) {
    const path = idsOf(unit)
    const last = known.get(path.at(-1) ?? '')
    const own = path.map((id) => known.get(id)?.text ?? id).join('/')
    first.set(key, [own])
    further.set(key, [...(last ? othersOf(last) : []), path.join('/'), path.at(-1) ?? ''])
  }
  for (const tried of [first, further]) {
    const left = [...tried].filter(([key]) => !names.has(key))
    const texts = left.flatMap(([, all]) => all.filter((text) => text !== '' && !SEPARATOR.test(text)))
    if (texts.length === 0) continue
    const found = await services.names.find(source, texts, context)
    for (const [key, all] of left) {
      const text = all.find((one) => {
        const values = SEPARATOR.test(one) ? [] : (found.get(one) ?? [])
        return values.length === 1 && JSON.stringify(values[0]) === key
      })
      if (text !== undefined) names.set(key, text)
    }
  }
  // What nobody can choose any more has the name that it had.
  for (const [key, [own]] of first) if (!names.has(key) && own !== undefined) names.set(key, own)
  return names
}

/** What else something is found by, as far as its kind has it. */
function othersOf({ text, data }: Named): readonly string[] {
  const word = (name: string) => (typeof data?.[name] === 'string' ? (data[name] as string) : '')
  const [account, code, place] = [word('account'), word('enCode'), word('organize')]
  return [
    ...(account === '' ? [] : [`${text}/${account}`, account]),
    ...(place === '' ? [] : [place, `${place}/${text}`]),
    code,
  ]
}
