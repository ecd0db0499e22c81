import type { Host } from '@runtime/host'
import { NameCache } from '@runtime/widget/name-cache'
import type { Named } from '@runtime/widget/named'
import { testHost } from '../testing'
import type { DataRow } from './use-rows'

export interface RowsHost extends Host {
  readonly calls: { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[]
  /** The next call of rows fails. */
  failing: boolean
}

export const MATERIALS: readonly DataRow[] = [
  { id: 'tape', enCode: 'W-1', fullName: '滴灌带', price: 186 },
  { id: 'pipe', enCode: 'W-2', fullName: 'PE 支管', price: 6.8 },
  { id: 'valve', enCode: 'W-3', fullName: '电动球阀', price: 1280 },
]

export const COLUMNS = [
  { value: 'enCode', label: '编码' },
  { value: 'fullName', label: '名称' },
]

/** A host that answers pages of rows, of an interface or of records, by keyword and page. */
export function rowsHost(rows: readonly DataRow[] = MATERIALS): RowsHost {
  const text = (row: DataRow) => String(row['fullName'])
  const names = new NameCache(async (requests) =>
    requests.map(({ ids }) =>
      rows.flatMap((row): Named[] =>
        ids.includes(String(row['id'])) ? [{ id: String(row['id']), text: text(row), data: row }] : [],
      ),
    ),
  )
  const host: RowsHost = {
    ...testHost(),
    names,
    named: names.lookup,
    calls: [],
    failing: false,
    async call(name, input = {}) {
      host.calls.push({ name, input })
      if (host.failing) {
        host.failing = false
        throw new Error('unreachable')
      }
      const keyword = String(input['keyword'] ?? '')
      const found = rows.filter((row) => text(row).includes(keyword))
      const [page, size] = [Number(input['currentPage'] ?? 1), Number(input['pageSize'] ?? 20)]
      const list = found.slice((page - 1) * size, page * size)
      return {
        data: { list, pagination: { currentPage: page, pageSize: size, total: found.length } },
        msg: '',
      }
    },
  }
  return host
}
