import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { Permissions } from '@runtime/permission/permission'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Popup } from '../dialog'
import { useHost } from '../host'
import { FailedPlace, SkeletonRows } from '../list/notices'
import { RecordPrint } from '../print'
import { DetailView } from './detail-view'
import { type Fetched, useFetched } from './use-fetched'

export interface DetailPopupProps {
  readonly plan: FormPlan
  readonly modelId: string
  readonly menuId: string
  readonly id: string
  readonly title: string
  readonly permissions?: Permissions
  readonly onClose: () => void
  /** Opens the record at its own address; absent: it has none. */
  readonly onPage?: (() => void) | undefined
}

/**
 * A record of a published model in the model's own kind of popup (`spec/widgets.md §2.9`). It opens only when a record is
 * named, and else closes (§4, detail forms).
 */
export function DetailPopup(props: DetailPopupProps) {
  const { id, onClose } = props
  useEffect(() => {
    if (id === '') onClose()
  }, [id, onClose])
  return id === '' ? null : <OpenedDetail {...props} />
}

function OpenedDetail({ plan, modelId, menuId, id, title, permissions, onClose, onPage }: DetailPopupProps) {
  const host = useHost()
  const { layout } = plan
  const { value: record, error, retry } = useDisplayRecord(modelId, menuId, id)
  const [printing, setPrinting] = useState(false)
  const printed = useMemo(() => [id], [id])
  const { print } = layout.buttons
  return (
    <Popup
      mode={layout.popup}
      width={layout.widths[layout.popup]}
      title={title}
      visible
      onClose={onClose}
      footer={
        <>
          {onPage && <Button onClick={onPage}>{host.text('@record.openPage')}</Button>}
          {print !== undefined && (
            <Button disabled={record === null} onClick={() => setPrinting(true)}>
              {host.text(print)}
            </Button>
          )}
          <Button onClick={onClose}>{host.text(layout.buttons.cancel ?? '@view.cancel')}</Button>
        </>
      }
    >
      {error !== null && <FailedPlace message={error} onRetry={retry} />}
      {error === null && record === null && <SkeletonRows />}
      {record !== null && (
        <DetailView plan={plan} record={record} {...(permissions ? { permissions } : {})} />
      )}
      {printing && (
        <RecordPrint
          templateIds={layout.printIds}
          recordIds={printed}
          formName={host.text(plan.title)}
          onClose={() => setPrinting(false)}
        />
      )}
    </Popup>
  )
}

function useDisplayRecord(modelId: string, menuId: string, id: string): Fetched<FormRecord> {
  const host = useHost()
  const fetch = useCallback(
    async (signal: AbortSignal) =>
      recordIn((await host.call('onlineDevelopment.dataChange', { modelId, menuId, id }, { signal })).data),
    [host, modelId, menuId, id],
  )
  return useFetched(fetch)
}

/** A record's values and its `id`: `data` is JSON text, or the object itself. */
export function recordIn(answer: unknown): FormRecord {
  const { id, data } = (answer ?? {}) as { readonly id?: unknown; readonly data?: unknown }
  const values: unknown = typeof data === 'string' ? JSON.parse(data) : data
  return { ...(id === undefined ? {} : { id }), ...(typeof values === 'object' ? values : {}) }
}
