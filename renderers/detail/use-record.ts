import type { FormRecord } from '@runtime/form/plan'
import { CallError } from '@runtime/host'
import { recordsTag } from '@runtime/list/records-tag'
import { useMemo, useRef } from 'react'
import { useQuery } from '../data'
import { useHost } from '../host'
import { recordIn } from './record-in'

/** A record for reading, fresh wherever it is shown: what is saved of its model anywhere is read again. */
export interface ReadingRecord {
  /** Null while it is on its way; another record's values stay until its own have come. */
  readonly record: FormRecord | null
  readonly error: string | null
  /** When it was read, in milliseconds. */
  readonly since: number
  readonly again: () => void
}

export function useRecord(modelId: string, menuId: string, id: string): ReadingRecord {
  const host = useHost()
  const { data, error, since, again } = useQuery<string, unknown>(
    { call: 'onlineDevelopment.dataChange', input: { modelId, menuId, id }, tags: [recordsTag(modelId)] },
    { keep: true },
  )
  const read = useMemo(() => (data === null ? null : recordIn(data)), [data])
  // A session that is read again brings another cache: what was read stays until that has it too.
  const known = useRef(read)
  if (read) known.current = read
  const text = error && (error instanceof CallError ? error.message : host.text('@view.loadFailed'))
  return { record: known.current, error: text, since: since ?? 0, again }
}
