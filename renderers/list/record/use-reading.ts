import { useState } from 'react'
import { useRecord } from '../../detail'
import { useHost } from '../../host'
import type { Model } from '../model'
import { recordName } from '../record-removing'
import { useEnforced } from '../use-enforced'

/** Which record is read. */
export interface ReadRecord {
  readonly model: Model
  readonly menuId: string
  readonly id: string
}

/** A record that is read where it can also be edited: its values, its name, and what the person may do to it. */
export function useReading({ model, menuId, id }: ReadRecord) {
  const host = useHost()
  const permissions = useEnforced(model.list, menuId)
  const { record, error, since, again } = useRecord(model.id, menuId, id)
  const edit = model.list?.row.find(({ value }) => value === 'edit')
  const mayEdit = edit !== undefined && permissions.button(edit.code)
  const name = (record && model.list && recordName(record, model.list, host)) || model.title
  const [attached, setAttached] = useState(0)
  return {
    ...{ record, error, again, permissions, mayEdit, name },
    /** Raised where the record's history may have grown. */
    changes: since + attached,
    /** A file has come or gone: nothing else of it is another. */
    retold: () => setAttached((known) => known + 1),
  }
}

export type Reading = ReturnType<typeof useReading>
