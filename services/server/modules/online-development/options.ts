import type { FieldPlan } from '@runtime/form/plan'
import type { Option } from '@runtime/widget/definition'
import type { Services } from '../../module'

interface DictionaryBranch {
  readonly id: string
  readonly enCode: string
  readonly fullName: string
  readonly children: readonly DictionaryBranch[]
}

type Answer = Promise<readonly Option[] | undefined>

/** Names may be shown a second after they have changed: a busy list does not ask for them with every page. */
const FRESH = 1000
const recent = new WeakMap<Services, Map<string, { readonly answer: Answer; readonly until: number }>>()

function recentOf(services: Services): (key: string, load: () => Answer) => Answer {
  const known = recent.get(services) ?? new Map()
  recent.set(services, known)
  return (key, load) => {
    const now = performance.now()
    for (const [old, { until }] of known) if (until < now) known.delete(old)
    const kept = known.get(key)
    if (kept) return kept.answer
    const answer = load()
    known.set(key, { answer, until: now + FRESH })
    // A failure is not kept.
    answer.catch(() => known.delete(key))
    return answer
  }
}

/**
 * The choices of many fields, each source asked once, however many rows are shown. Items that have been disabled since
 * still have their names.
 */
export async function resolveOptions(
  fields: readonly FieldPlan[],
  services: Services,
): Promise<ReadonlyMap<string, readonly Option[]>> {
  const asked = recentOf(services)
  const found = new Map<string, readonly Option[]>()
  await Promise.all(
    fields.map(async (field) => {
      const key = JSON.stringify(field.options)
      if (key === undefined) return
      const options = await asked(key, () => load(field, services))
      if (options) found.set(field.path, options)
    }),
  )
  return found
}

async function load(
  { options: source }: FieldPlan,
  services: Services,
): Promise<readonly Option[] | undefined> {
  switch (source?.kind) {
    case 'static':
      return source.options
    case 'dictionary': {
      const items = await services.dictionaries.labels(source.type)
      return items.map((item) => fromDictionary(item, source.value))
    }
    case 'interface': {
      // Parameters that come from a row's own values narrow what may be chosen; names are looked up among all.
      const params = source.params.filter((param) => !param.relationField)
      // A source that fails is said where it is chosen from; a list shows what is stored meanwhile.
      const rows = await services.interfaces.rows(source.id, params).catch(() => undefined)
      return rows?.map((row) => fromRow(row, source))
    }
    default:
      return undefined
  }
}

function fromDictionary(item: DictionaryBranch, value: 'id' | 'enCode'): Option {
  return {
    value: item[value],
    label: item.fullName,
    children: item.children.map((child) => fromDictionary(child, value)),
  }
}

function fromRow(
  row: Readonly<Record<string, unknown>>,
  names: { readonly value: string; readonly label: string; readonly children: string },
): Option {
  const children = row[names.children]
  return {
    value: row[names.value],
    label: String(row[names.label] ?? ''),
    data: row,
    ...(Array.isArray(children) && {
      children: children.map((child) => fromRow(child as typeof row, names)),
    }),
  }
}
