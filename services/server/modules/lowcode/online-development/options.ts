import type { FieldPlan } from '@runtime/form/plan'
import type { Option } from '@runtime/widget/definition'
import { codedText } from '@runtime/widget/read'
import { forEverybody } from '../../../database/call-scope'
import type { CallContext, Services } from '../../../module'

interface DictionaryBranch {
  readonly id: string
  readonly enCode: string
  readonly fullName: string
  readonly fullNameCode: string
  readonly enabledMark?: number
  readonly children: readonly DictionaryBranch[]
}

type Source = NonNullable<FieldPlan['options']>
export type InterfaceSource = Extract<Source, { kind: 'interface' }>

/** Names may be shown a second after they have changed: a busy list does not ask for them with every page. */
const FRESH = 1000
const recent = new WeakMap<
  Services,
  Map<string, { readonly answer: Promise<unknown>; readonly until: number }>
>()

function recentOf(services: Services): <T>(key: readonly unknown[], load: () => Promise<T>) => Promise<T> {
  const known = recent.get(services) ?? new Map()
  recent.set(services, known)
  return (parts, load) => {
    const now = performance.now()
    for (const [old, { until }] of known) if (until < now) known.delete(old)
    const key = JSON.stringify(parts)
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
 * still have their names. An interface answers as its caller may see it: what is out of their reach is no choice of theirs,
 * and has no label.
 */
export async function resolveOptions(
  fields: readonly FieldPlan[],
  context: CallContext,
  services: Services,
): Promise<ReadonlyMap<string, readonly Option[]>> {
  const found = new Map<string, readonly Option[]>()
  await Promise.all(
    fields.map(async ({ path, options: source }) => {
      const options = source && (await optionsOf(source, context, services))
      if (options) found.set(path, options)
    }),
  )
  return found
}

async function optionsOf(
  source: Source,
  context: CallContext,
  services: Services,
): Promise<readonly Option[] | undefined> {
  switch (source.kind) {
    case 'static':
      return source.options
    case 'dictionary':
      return recentOf(services)(['options', source], async () => {
        const items = await services.dictionaries.labels(source.type)
        return items.map((item) => fromDictionary(item, source.value, false))
      })
    case 'interface':
      return optionsOfInterface(source, context, services)
    default:
      return undefined
  }
}

/** What one person may see is kept for that person, as long as what people may do stays the same. */
export async function optionsOfInterface(
  source: InterfaceSource,
  context: CallContext,
  services: Services,
): Promise<readonly Option[] | undefined> {
  const { interfaces } = services
  const recently = recentOf(services)
  const { userId, authorityEpoch = null } = context.user
  const caller = [userId, authorityEpoch]
  // Without a record those that follow its values have none (`dependent-choices.ts`).
  const params = source.params.filter((param) => !param.relationField)
  return recently(['options', caller, source], async () => {
    // A source that fails is said where it is chosen from; a list shows what is stored in the meantime.
    const rows = await recently(['rows', caller, source.id, params], () =>
      interfaces.rows(context, source.id, params),
    ).catch(() => undefined)
    return rows?.map((row) => fromRow(row, source))
  })
}

/** What is below a disabled item is offered no more than it. */
function fromDictionary(item: DictionaryBranch, value: 'id' | 'enCode', isBelow: boolean): Option {
  const isWithdrawn = isBelow || item.enabledMark === 0
  return {
    value: item[value],
    label: codedText(item.fullName, item.fullNameCode),
    ...(isWithdrawn && { withdrawn: true }),
    children: item.children.map((child) => fromDictionary(child, value, isWithdrawn)),
  }
}

/** Choices without those that are withdrawn. */
export function offeredOf(options: readonly Option[]): readonly Option[] {
  return options
    .filter(({ withdrawn }) => !withdrawn)
    .map((option) => (option.children ? { ...option, children: offeredOf(option.children) } : option))
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
