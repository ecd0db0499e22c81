import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { choiceIndex } from '@runtime/widget/choice'
import type { Option } from '@runtime/widget/definition'
import { itemsOf } from '@runtime/widget/read'
import type { Services } from '../../../module'
import { type RecordData, rowsOf } from './tables'

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
  const recentOptions = recentOf(services)
  const found = new Map<string, readonly Option[]>()
  await Promise.all(
    fields.map(async (field) => {
      const key = JSON.stringify(field.options)
      if (key === undefined) return
      const options = await recentOptions(key, () => load(field, services))
      if (options) found.set(field.path, options)
    }),
  )
  return found
}

/**
 * Choices to validate a record by: those of dictionaries, as settings' own are validated. What a record has had stays, though its item is
 * gone: a field in which something unknown is kept is not validated. Interfaces are not asked: what one answers may depend on who asks.
 */
export async function choicesOf(
  form: FormPlan,
  services: Services,
  language: string,
  stored: RecordData = {},
): Promise<(path: string) => readonly Option[] | undefined> {
  const fields = [...form.fields.values()].filter(({ options }) => options?.kind === 'dictionary')
  const found = await resolveOptions(fields, services)
  const isKnown = (field: FieldPlan, options: readonly Option[]) => {
    const index = choiceIndex(options, { language, text: String })
    const values =
      field.table === undefined
        ? [stored[field.name]]
        : rowsOf(stored[field.table]).map((row) => row[field.name])
    return values
      .flatMap((value) => itemsOf(value))
      .flat()
      .every((item) => index.find(item))
  }
  const validators = new Map(
    fields.flatMap((field) => {
      const options = found.get(field.path)
      return options && isKnown(field, options) ? [[field.path, options] as const] : []
    }),
  )
  return (path) => validators.get(path)
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
      // A source that fails is said where it is chosen from; a list shows what is stored in the meantime.
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
