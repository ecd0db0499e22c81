import type { Host } from '@runtime/host'
import { filledParams } from '@runtime/widget/options'
import { readRecord } from '@runtime/widget/read'
import type { InterfaceSettings, RowColumn } from '@runtime/widget/row-choice'
import type { DataRow, LoadRows, RowPage } from './use-rows'

export interface RowSource {
  readonly host: Host
  readonly columns: readonly RowColumn[]
}

/** Rows of a data interface (`spec/widgets.md §7`, popup select). `read` gives a parameter's related field. */
export function interfaceRows(
  { host, columns }: RowSource,
  settings: InterfaceSettings,
  read: (path: string) => unknown,
): LoadRows {
  const { interfaceId, propsValue, relationField } = settings
  return async ({ keyword, currentPage, pageSize }, signal) => {
    const { data } = await host.call(
      'dataInterface.page',
      {
        id: interfaceId,
        interfaceId,
        propsValue,
        relationField,
        columnOptions: columns.map(({ value }) => value).join(','),
        paramList: filledParams(settings.params, read),
        keyword,
        currentPage,
        pageSize,
      },
      { signal },
    )
    return pageIn(data)
  }
}

/** Records of another model (`spec/widgets.md §7`, relation form). */
export function recordRows(
  { host, columns }: RowSource,
  { modelId, relationField }: { readonly modelId: string; readonly relationField: string },
): LoadRows {
  return async ({ keyword, currentPage, pageSize }, signal) => {
    const { data } = await host.call(
      'visualDevelopment.fieldDataSelect',
      {
        modelId,
        relationField,
        columnOptions: columns.map(({ value }) => value).join(','),
        sort: 'desc',
        sidx: '',
        keyword,
        currentPage,
        pageSize,
      },
      { signal },
    )
    return pageIn(data)
  }
}

/** Reads `{list, pagination: {total}}`. */
export function pageIn(data: unknown): RowPage {
  const answer = readRecord(data)
  const list = answer?.['list']
  const rows = (Array.isArray(list) ? list : []).flatMap((row: unknown): DataRow[] => {
    const record = readRecord(row)
    return record ? [record] : []
  })
  return { rows, total: Number(readRecord(answer?.['pagination'])?.['total'] ?? rows.length) }
}
