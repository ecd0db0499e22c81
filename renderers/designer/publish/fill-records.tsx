import { releasedFields } from '@runtime/design/list/released'
import type { DesignSession } from '@runtime/design/session'
import type { Host } from '@runtime/host'
import { encodeQuery } from '@runtime/list/condition-draft'
import { isSearchable } from '@runtime/list/fields'
import { BATCH_LIMIT } from '@services/client'
import { LazyFallback } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { useHost } from '../../host'
import { BatchEdit, modelSource, type Row, recordsIn, useEnforced } from '../../list'
import { type Released, readReleased } from '../list/read-released'

interface FillRecordsProps {
  readonly modelId: string
  readonly session: DesignSession
  /** Of the field in the form under design. */
  readonly path: string
  readonly onClose: () => void
  readonly onFilled: () => void
}

interface Lacking {
  readonly released: Released
  /** Of the field in the released form. */
  readonly path: string
  readonly rows: readonly Row[]
}

/**
 * Gives one value to the records that have none in a field, as the edit of many in their list does: by the form that is released,
 * with the rights of the person, and to be taken back. So many at a time as that takes.
 */
export function FillRecords({ modelId, session, path, onClose, onFilled }: FillRecordsProps) {
  const host = useHost()
  const [found, find] = useState<Lacking | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once: what is filled is what was asked for.
  useEffect(() => {
    const leaving = new AbortController()
    lackingIn({ modelId, session, path }, host, leaving.signal).then(
      (lacking) => {
        if (leaving.signal.aborted) return
        if (lacking) return find(lacking)
        host.toast('warning', host.text('@release.notFilled'))
        onClose()
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        host.toast('error', error instanceof Error ? error.message : String(error))
        onClose()
      },
    )
    return () => leaving.abort()
  }, [])
  return found && <Filling lacking={found} onClose={onClose} onFilled={onFilled} />
}

function Filling({
  lacking: { released, path, rows },
  onClose,
  onFilled,
}: Pick<FillRecordsProps, 'onClose' | 'onFilled'> & { readonly lacking: Lacking }) {
  const { model, list } = released
  const permissions = useEnforced(list, '')
  return (
    <LazyFallback shown={null}>
      <BatchEdit
        {...{ model, list, rows, path, permissions }}
        menuId=""
        onClose={onClose}
        onChanged={onFilled}
      />
    </LazyFallback>
  )
}

/** The records that have nothing in a field; null where there are none, or they cannot be asked for. */
async function lackingIn(
  { modelId, session, path }: Pick<FillRecordsProps, 'modelId' | 'session' | 'path'>,
  host: Host,
  signal: AbortSignal,
): Promise<Lacking | null> {
  const released = await readReleased(modelId, host, signal)
  if (!released) return null
  const { model, list, formData } = released
  const pairs = releasedFields(formData, session.tree.formData, session.widgets.catalogue)
  const before = pairs.find((one) => one.path === path)?.released.path
  const field = before === undefined ? undefined : model.form.fields.get(before)
  if (!field || !isSearchable(field)) return null
  const condition = { id: 'c', path: field.path, symbol: 'null', value: null }
  const superQuery = encodeQuery(
    { logic: 'and', groups: [{ id: 'g', logic: 'and', conditions: [condition] }] },
    [field],
  )
  const source = modelSource(model.id, '', list, host)
  const asked = { currentPage: 1, pageSize: BATCH_LIMIT, search: {}, sidx: '', sort: '', superQuery }
  const query = source.dataQuery(asked)
  if (!query) return null
  const { data } = await host.call(query.call, query.input, { signal })
  const rows = recordsIn(source.page(data).rows).slice(0, BATCH_LIMIT)
  return rows.length > 0 ? { released, path: field.path, rows } : null
}
