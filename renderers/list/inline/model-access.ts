import type { Host } from '@runtime/host'
import type { FieldRights } from '@runtime/permission/permission'
import type { Model } from '../model'
import { readRecord } from '../record-reading'
import { idOf } from '../source'
import type { RowAccess } from './access'

/** What a form is made and saved by is fetched when the first row is edited. */
const importWriting = () => import('./row-writing')

/** Rows of a model's list: its records. */
export function modelAccess(
  { id: modelId, form, version: formVersion }: Model,
  menuId: string,
  host: Host,
  permissions: FieldRights,
): RowAccess {
  return {
    form,
    makeStore: async () => (await importWriting()).createFormStore(form, host, { permissions }),
    read: (row) => readRecord(host, { modelId, menuId, id: idOf(row) }),
    start: () => ({}),
    async save(store, { row, version, over }) {
      const id = version === null ? null : idOf(row)
      const target = { modelId, menuId, id, version: over?.version ?? version ?? 0, formVersion }
      return (await importWriting()).saveRecord(store, target, host)
    },
  }
}
