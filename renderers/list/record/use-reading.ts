import type { FormRecord } from '@runtime/form/plan'
import { useCallback, useState } from 'react'
import { recordIn, useFetched } from '../../detail'
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
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` reads it again.
  const fetch = useCallback(
    async (signal: AbortSignal): Promise<FormRecord> =>
      recordIn(
        (await host.call('onlineDevelopment.dataChange', { modelId: model.id, menuId, id }, { signal })).data,
      ),
    [host, model.id, menuId, id, round],
  )
  const { value: record, error, retry } = useFetched(fetch)
  const edit = model.list?.row.find(({ value }) => value === 'edit')
  const mayEdit = edit !== undefined && permissions.button(edit.code)
  const name = (record && model.list && recordName(record, model.list, host)) || model.title
  const [changes, setChanges] = useState(0)
  const retold = () => setChanges((known) => known + 1)
  return {
    ...{ record, error, retry, permissions, mayEdit, name },
    /** Raised where the record's history has grown. */
    changes,
    retold,
    /** It has been saved. */
    again: () => {
      setRound((known) => known + 1)
      retold()
    },
  }
}

export type Reading = ReturnType<typeof useReading>
