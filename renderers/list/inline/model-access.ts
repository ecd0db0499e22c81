import { createFormStore } from '@runtime/form'
import type { Host } from '@runtime/host'
import type { FieldRights } from '@runtime/permission/permission'
import type { Model } from '../model'
import { readRecord, saveRecord } from '../record-saving'
import { idOf } from '../source'
import type { RowAccess } from './access'

/** Rows of a model's list: its records. */
export function modelAccess(
  { id: modelId, form, version: formVersion }: Model,
  menuId: string,
  host: Host,
  permissions: FieldRights,
): RowAccess {
  return {
    form,
    makeStore: () => createFormStore(form, host, { permissions }),
    read: (row) => readRecord(host, { modelId, menuId, id: idOf(row) }),
    start: () => ({}),
    save(store, { row, version, over }) {
      const id = version === null ? null : idOf(row)
      const target = { modelId, menuId, id, version: over?.version ?? version ?? 0, formVersion }
      return saveRecord(store, target, host)
    },
  }
}
