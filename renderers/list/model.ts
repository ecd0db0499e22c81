import { compileFormData } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import { compileColumnData, propOfPath } from '@runtime/list'
import type { ListPlan } from '@runtime/list/plan'
import { catalogue } from '@widgets/registry'
import { isBlank } from './query-state'
import type { ListQuery, ListSource, Row } from './source'

/** A published model, compiled: its form, and its list unless it is a form alone (`webType` 1). */
export interface Model {
  readonly id: string
  readonly title: string
  readonly form: FormPlan
  readonly list: ListPlan | null
  /** What it was compiled from: the same text, the same model. */
  readonly source: string
}

/** Fetches and compiles a model. @throws CallError with a sentence for the screen. */
export async function loadModel(modelId: string, host: Host, signal: AbortSignal): Promise<Model> {
  const { data } = await host.call('onlineDevelopment.config', { modelId }, { signal })
  const config = data as Readonly<Record<string, string>>
  const form = compileFormData(config['formData'] ?? '', {
    id: modelId,
    catalogue,
    title: config['fullName'] ?? '',
    modelType: String(config['type'] ?? ''),
  })
  const title = config['fullName'] ?? ''
  const source = JSON.stringify([config['type'], config['webType'], config['formData'], config['columnData']])
  if (config['webType'] === '1') return { id: modelId, title, form, list: null, source }
  const list = compileColumnData(config['columnData'] ?? '', form, { id: modelId })
  return { id: modelId, title, form, list, source }
}

interface WireRows {
  readonly list: readonly Row[]
  readonly pagination: { readonly total: number; readonly capped?: boolean }
}

/** The records of a model as a list's source (`reference/columndata-format.md §3`). */
export function modelSource(modelId: string, menuId: string, plan: ListPlan, host: Host): ListSource {
  return {
    async load(query, signal) {
      const input = { modelId, menuId, ...wireQuery(query) }
      const { data } = await host.call('onlineDevelopment.list', input, { signal })
      const { list, pagination } = data as WireRows
      const rows = plan.kind === 'inline' ? list.map((row) => textFirst(row, plan)) : list
      return { rows, total: pagination.total, capped: pagination.capped ?? false }
    },
    async children(id, query) {
      const input = { modelId, menuId, id, ...wireQuery({ ...query, currentPage: 1 }) }
      const { data } = await host.call('onlineDevelopment.listChildren', input)
      return (data as WireRows).list
    },
  }
}

function wireQuery({ currentPage, pageSize, sort, sidx, search, superQuery }: ListQuery) {
  const asked = Object.entries(search).filter(([, value]) => !isBlank(value))
  const query = Object.fromEntries(asked.map(([path, value]) => [propOfPath(path), value]))
  return {
    currentPage,
    pageSize,
    sort,
    sidx: propOfPath(sidx),
    queryJson: asked.length === 0 ? '' : JSON.stringify(query),
    superQueryJson: superQuery === null ? '' : JSON.stringify(superQuery),
  }
}

const NAME = '_name'

/** A row of a list that is edited in place has raw values and texts as `<field>_name`; here it becomes as all others are. */
function textFirst(row: Row, { form }: ListPlan): Row {
  const turned: Record<string, unknown> = { ...row }
  for (const [name, text] of Object.entries(row)) {
    const raw = name.slice(0, -NAME.length)
    if (!name.endsWith(NAME) || !(raw in row) || form?.fields.has(name)) continue
    turned[raw] = text
    turned[`${raw}_id`] = row[raw]
  }
  return turned
}

/** A record as stored, with the version that saving it must name. */
export interface StoredRecord {
  readonly record: FormRecord
  readonly version: number
}
