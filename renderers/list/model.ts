import { dataOf } from '@runtime/data'
import { compileFormData } from '@runtime/form/formdata/decode'
import type { FormPlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import { compileColumnData } from '@runtime/list/column-data'
import { withFilters } from '@runtime/list/column-filters'
import { isDataView } from '@runtime/list/data-view'
import { propOfPath } from '@runtime/list/fields'
import type { ListPlan } from '@runtime/list/plan'
import { recordsTag } from '@runtime/list/records-tag'
import { isBlank } from '@runtime/list/values'
import type { WidgetCatalogue } from '@runtime/widget/definition'
import { compiledByFew } from '@widgets/by-few'
import { common } from '@widgets/common-definitions'
import { idOf, type ListQuery, type ListSource, type Row, type Totals } from './source'

/** A published model, compiled: its form, and its list unless it is a form alone (`webType` 1). */
export interface Model {
  readonly id: string
  readonly title: string
  readonly form: FormPlan
  readonly list: ListPlan | null
  /** The released version. */
  readonly version: number
  /** Its records begin a flow. */
  readonly hasFlow?: boolean
  /** What it was compiled from: the same text, the same model. */
  readonly source: string
}

/** A model as it is released, in its texts. */
export type ModelConfig = Readonly<Record<string, string>>

/** Fetches and compiles a model. @throws CallError with a sentence for the screen. */
export async function loadModel(modelId: string, host: Host, signal: AbortSignal): Promise<Model> {
  const config = await readModel(modelId, host, signal)
  return compiledByFew(common, (catalogue) => modelOf(modelId, config, catalogue))
}

/** @throws CallError for a model that is not released, or not for this person */
export async function readModel(modelId: string, host: Host, signal: AbortSignal): Promise<ModelConfig> {
  const { data } = await host.call('onlineDevelopment.config', { modelId }, { signal })
  return data as ModelConfig
}

/** Compiles a model as it is released. */
export function modelOf(modelId: string, config: ModelConfig, catalogue: WidgetCatalogue): Model {
  const form = compileFormData(config['formData'] ?? '', {
    id: modelId,
    catalogue,
    title: config['fullName'] ?? '',
    modelType: String(config['type'] ?? ''),
  })
  const title = config['fullName'] ?? ''
  const hasFlow = Number(config['enableFlow']) === 1
  const version = Number(config['version'] ?? 0)
  const source = JSON.stringify([
    config['type'],
    config['webType'],
    hasFlow,
    config['formData'],
    config['columnData'],
  ])
  if (config['webType'] === '1') return { id: modelId, title, form, list: null, version, hasFlow, source }
  const list = compileColumnData(config['columnData'] ?? '', form, {
    id: modelId,
    isView: isDataView(config['webType']),
  })
  return { id: modelId, title, form, list, version, hasFlow, source }
}

interface WireRows {
  readonly list: readonly Row[]
  readonly pagination: { readonly total: number; readonly capped?: boolean }
  readonly totals?: Totals
}

/** The records of a model as a list's source (`reference/columndata-format.md §3`). */
export function modelSource(modelId: string, menuId: string, plan: ListPlan, host: Host): ListSource {
  return {
    dataQuery: (query) => ({
      call: 'onlineDevelopment.list',
      input: { modelId, menuId, ...wireQuery(query) },
      tags: [recordsTag(modelId)],
    }),
    page(data) {
      const { list, pagination, totals } = data as WireRows
      const rows = plan.kind === 'inline' ? list.map((row) => textFirst(row, plan)) : list
      return { rows, total: pagination.total, capped: pagination.capped ?? false, totals }
    },
    async children(row, query) {
      const input = { modelId, menuId, id: idOf(row), ...wireQuery({ ...query, currentPage: 1 }) }
      const below = { call: 'onlineDevelopment.listChildren', input }
      return ((await dataOf(host).read(below, { again: true })) as WireRows).list
    },
  }
}

/** A list's question as the calls over its records take it. */
export function wireQuery({
  currentPage,
  pageSize,
  sort,
  sidx,
  search,
  superQuery,
  filters: byColumn,
}: ListQuery) {
  const conditions = withFilters(superQuery, byColumn)
  const filters = Object.entries(search).filter(([, value]) => !isBlank(value))
  const query = Object.fromEntries(filters.map(([path, value]) => [propOfPath(path), value]))
  return {
    currentPage,
    pageSize,
    sort,
    sidx: propOfPath(sidx),
    queryJson: filters.length === 0 ? '' : JSON.stringify(query),
    superQueryJson: conditions === null ? '' : JSON.stringify(conditions),
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
