import type { Host } from '../../host'
import { idsOf } from '../../widget/id-value'
import { NAMES } from '../document/derived-rule'
import type { FieldPlan, FormPlan } from '../plan'
import type { FormStore } from '../store.types'
import { besideIn } from './beside'

/**
 * Has resolved what the fields refer to that others show attributes of, and lets those follow when it is known. Answers
 * the unsubscribe; a form without such attributes costs nothing.
 */
export function followNames(plan: FormPlan, { names }: Pick<Host, 'names'>, store: FormStore): () => void {
  const sources = sourcesOf(plan)
  if (!names || sources.length === 0) return () => undefined
  const ask = (field: FieldPlan) => {
    const held = store.get(field.path)
    const values = field.table !== undefined && Array.isArray(held) ? held : [held]
    for (const [index, value] of values.entries()) {
      const source = field.definition?.names?.(field.settings, besideIn(store, field, index))
      const ids = source ? idsOf(field, value) : []
      // A failed request leaves the attributes as they are; the next change asks again.
      if (source && ids.length > 0) names.load(source, ids, true).catch(() => undefined)
    }
  }
  const leave = [
    names.subscribe(() => store.refresh([NAMES])),
    store.onChange((paths) => {
      for (const field of sources) if (paths.has(field.path)) ask(field)
    }),
  ]
  return () => {
    for (const end of leave) end()
  }
}

/** The fields that derived values read. */
function sourcesOf({ rules, fields }: FormPlan): readonly FieldPlan[] {
  const reads = rules.flatMap((rule) => (rule.derivation ? rule.reads : []))
  return [...new Set(reads)].flatMap((path) => fields.get(path) ?? [])
}
