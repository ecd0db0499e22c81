import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { choiceIndex } from '@runtime/widget/choice'
import type { Option } from '@runtime/widget/definition'
import { itemsOf } from '@runtime/widget/read'
import { forEverybody } from '../../../database/call-scope'
import type { CallContext, Services } from '../../../module'
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
    const answer = forEverybody(load)
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
 * Choices to validate a record by: those of dictionaries and interfaces, as settings' own are validated. What a record has had
 * stays, though its item is gone: a field in which something unknown is kept is not validated.
 * @throws ApiError 400 when an interface fails that had to be asked about a new value.
 */
export async function choicesOf(
  form: FormPlan,
  services: Services,
  context: CallContext,
  data: RecordData,
  stored: RecordData = {},
): Promise<(path: string) => readonly Option[] | undefined> {
  const fields = [...form.fields.values()].filter(
    (field) =>
      field.options?.kind === 'dictionary' ||
      (field.options?.kind === 'interface' && valuesIn(field, data).length > 0),
  )
  const found = await resolveOptions(fields, services)
  const validators = new Map<string, readonly Option[]>()
  await Promise.all(
    fields.map(async (field) => {
      const { options: source, path } = field
      const options = found.get(path) ?? (source?.kind === 'interface' ? [] : undefined)
      if (!options || unknownOf(valuesIn(field, stored), options, context).length > 0) return
      const unknown = source?.kind === 'interface' ? unknownOf(valuesIn(field, data), options, context) : []
      const others = unknown.length > 0 ? await seenByCaller(source, unknown, services, context) : []
      validators.set(path, [...options, ...others])
    }),
  )
  return (path) => validators.get(path)
}

function valuesIn(field: FieldPlan, record: RecordData): readonly unknown[] {
  const values =
    field.table === undefined
      ? [record[field.name]]
      : rowsOf(record[field.table]).map((row) => row[field.name])
  return values.flatMap((value) => itemsOf(value)).flat()
}

function unknownOf(
  values: readonly unknown[],
  options: readonly Option[],
  { language }: Pick<CallContext, 'language'>,
): readonly unknown[] {
  if (values.length === 0) return []
  const index = choiceIndex(options, { language, text: String })
  return values.filter((value) => !index.find(value))
}

/** What an interface answers may depend on who asks: values that are not among all are looked up for the caller. */
async function seenByCaller(
  source: FieldPlan['options'],
  values: readonly unknown[],
  services: Services,
  context: CallContext,
): Promise<readonly Option[]> {
  if (source?.kind !== 'interface') return []
  const { id, params, value, label } = source
  const fixed = params.filter(({ relationField }) => !relationField)
  const named = await services.names.resolve(
    { kind: 'interface', id, params: fixed, value, label },
    values.map(String),
    context,
  )
  return named.map(({ id: known, text }) => ({ value: known, label: text }))
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
