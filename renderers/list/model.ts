import { compileFormData } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import { CallError, type Host } from '@runtime/host'
import { compileColumnData, propOfPath, UnsupportedListError } from '@runtime/list'
import type { ListPlan } from '@runtime/list/plan'
import { catalogue } from '@widgets/registry'
import { isBlank } from './query-state'
import type { ListSource, Row } from './source'

/** A published model, compiled: its form, and its list unless it is a form alone (`webType` 1). */
export interface Model {
  readonly id: string
  readonly title: string
  readonly form: FormPlan
  readonly list: ListPlan | null
}

/** Fetches and compiles a model. @throws CallError with a sentence for the screen. */
export async function loadModel(modelId: string, host: Host, signal: AbortSignal): Promise<Model> {
  const { data } = await host.call('onlineDevelopment.config', { modelId }, { signal })
  const config = data as Readonly<Record<string, string>>
  const form = compileFormData(config['formData'] ?? '', {
    id: modelId,
    catalogue,
    title: config['fullName'] ?? '',
  })
  const title = config['fullName'] ?? ''
  if (config['webType'] === '1') return { id: modelId, title, form, list: null }
  try {
    return {
      id: modelId,
      title,
      form,
      list: compileColumnData(config['columnData'] ?? '', form, { id: modelId }),
    }
  } catch (error) {
    if (error instanceof UnsupportedListError) throw new CallError(0, host.text('@view.modelUnsupported'))
    throw error
  }
}

/** The records of a model as a list's source (`reference/columndata-format.md §3`). */
export function modelSource(modelId: string, menuId: string, host: Host): ListSource {
  return {
    async load({ currentPage, pageSize, sort, sidx, search, superQuery }, signal) {
      const asked = Object.entries(search).filter(([, value]) => !isBlank(value))
      const query = Object.fromEntries(asked.map(([path, value]) => [propOfPath(path), value]))
      const { data } = await host.call(
        'onlineDevelopment.list',
        {
          modelId,
          menuId,
          currentPage,
          pageSize,
          sort,
          sidx: propOfPath(sidx),
          queryJson: asked.length === 0 ? '' : JSON.stringify(query),
          superQueryJson: superQuery === null ? '' : JSON.stringify(superQuery),
        },
        { signal },
      )
      const { list, pagination } = data as {
        readonly list: readonly Row[]
        readonly pagination: { readonly total: number; readonly capped?: boolean }
      }
      return { rows: list, total: pagination.total, capped: pagination.capped ?? false }
    },
  }
}

/** A record as stored, with the version that saving it must name. */
export interface StoredRecord {
  readonly record: FormRecord
  readonly version: number
}
