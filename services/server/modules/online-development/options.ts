import type { FieldPlan } from '@runtime/form/plan'
import type { Option } from '@runtime/widget/definition'
import type { Services } from '../../module'

interface DictionaryBranch {
  readonly id: string
  readonly enCode: string
  readonly fullName: string
  readonly children: readonly DictionaryBranch[]
}

/**
 * The choices of many fields, each source asked once, however many rows are shown. Items that have been disabled since
 * still have their names.
 */
export async function resolveOptions(
  fields: readonly FieldPlan[],
  services: Services,
): Promise<ReadonlyMap<string, readonly Option[]>> {
  const asked = new Map<string, Promise<readonly Option[] | undefined>>()
  const found = new Map<string, readonly Option[]>()
  await Promise.all(
    fields.map(async (field) => {
      const key = JSON.stringify(field.options)
      if (key === undefined) return
      const answer = asked.get(key) ?? load(field, services)
      asked.set(key, answer)
      const options = await answer
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
      const rows = (await services.interfaces.rows(source.id, params)) ?? []
      return rows.map((row) => fromRow(row, source))
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
