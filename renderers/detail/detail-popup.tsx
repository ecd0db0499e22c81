import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import { CallError } from '@runtime/host'
import type { Permissions } from '@runtime/permission/permission'
import { useEffect, useState } from 'react'
import { Popup } from '../dialog'
import { useHost } from '../host'
import { FailedPlace, SkeletonRows } from '../list/notices'
import { DetailView } from './detail-view'

export interface DetailPopupProps {
  readonly plan: FormPlan
  readonly modelId: string
  readonly menuId: string
  readonly id: string
  readonly title: string
  readonly permissions?: Permissions
  readonly onClose: () => void
}

/** A record of a published model in the model's own kind of popup (`spec/widgets.md §2.9`). */
export function DetailPopup({ plan, modelId, menuId, id, title, permissions, onClose }: DetailPopupProps) {
  const host = useHost()
  const { layout } = plan
  const { record, error, retry } = useDisplayRecord(modelId, menuId, id)
  const print = layout.printIds.length > 0 ? layout.buttons.print : undefined
  return (
    <Popup
      mode={layout.popup}
      width={layout.widths[layout.popup]}
      title={title}
      visible
      onClose={onClose}
      footer={
        <>
          {print !== undefined && (
            <Button onClick={() => host.toast('info', host.text('@view.printLater'))}>
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
    </Popup>
  )
}

function useDisplayRecord(modelId: string, menuId: string, id: string) {
  const host = useHost()
  const [record, setRecord] = useState<FormRecord | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    const leaving = new AbortController()
    setError(null)
    host.call('onlineDevelopment.dataChange', { modelId, menuId, id }, { signal: leaving.signal }).then(
      ({ data }) => setRecord(recordIn(data)),
      (problem: unknown) => {
        if (leaving.signal.aborted) return
        setError(problem instanceof CallError ? problem.message : host.text('@view.loadFailed'))
      },
    )
    return () => leaving.abort()
  }, [modelId, menuId, id, host, round])
  return { record, error, retry: () => setRound(round + 1) }
}

/** A record's values: `data` is JSON text, or the object itself. */
export function recordIn(answer: unknown): FormRecord {
  const { data } = (answer ?? {}) as { readonly data?: unknown }
  const values: unknown = typeof data === 'string' ? JSON.parse(data) : data
  return typeof values === 'object' && values !== null ? (values as FormRecord) : {}
}
