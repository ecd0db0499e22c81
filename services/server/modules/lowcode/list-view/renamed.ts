import { isRecord, parseJson } from '@runtime/json'
import { propOfPath } from '@runtime/list'
import type { Tx } from '../../../module'
import type { Renamed } from '../visual-development/released'
import type { ViewContent } from './tables'

/** Views of a model's lists name its fields as these are called now. */
export async function renameInViews(tx: Tx, { modelId, renames }: Renamed): Promise<void> {
  const views = await tx
    .selectFrom('list_view')
    .select(['id', 'content'])
    .where('menu_id', '=', `model-${modelId}`)
    .forUpdate()
    .execute()
  for (const { id, content } of views) {
    const next = JSON.stringify(renamedView(content, renames))
    if (next === JSON.stringify(content)) continue
    await tx.updateTable('list_view').set({ content: next }).where('id', '=', id).execute()
  }
}

/** A view with the names that fields have now; what else it says stays. */
export function renamedView(content: ViewContent, renames: ReadonlyMap<string, string>): ViewContent {
  const names = new Map([
    ...renames,
    ...[...renames].map(([from, to]) => [propOfPath(from), propOfPath(to)] as const),
  ])
  const named = (name: string) => names.get(name) ?? name
  const { columns, search, filters, superQuery, sidx } = content
  const byPath = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([path, value]) => [named(path), value]))
  return {
    ...content,
    ...(columns && { columns: columns.map((column) => ({ ...column, prop: named(column.prop) })) }),
    ...(search && { search: byPath(search) }),
    ...(filters && { filters: byPath(filters) }),
    ...(typeof superQuery === 'string' && { superQuery: renamedQuery(superQuery, named) }),
    ...(sidx !== undefined && { sidx: named(sidx) }),
  }
}

/** A super query (`reference/columndata-format.md`): its conditions name fields. */
function renamedQuery(text: string, named: (name: string) => string): string {
  const query = parseJson(text)
  if (!isRecord(query)) return text
  const { conditionList } = query
  if (!Array.isArray(conditionList)) return text
  return JSON.stringify({ ...query, conditionList: conditionList.map((one) => renamedCondition(one, named)) })
}

function renamedCondition(condition: unknown, named: (name: string) => string): unknown {
  if (!isRecord(condition)) return condition
  const { field, groups } = condition
  return {
    ...condition,
    ...(typeof field === 'string' && { field: named(field) }),
    ...(Array.isArray(groups) && { groups: groups.map((one) => renamedCondition(one, named)) }),
  }
}
