import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FormPlan } from '@runtime/form/plan'
import type { Permissions } from '@runtime/permission/permission'
import { useEffect, useMemo, useState } from 'react'
import { Popup } from '../dialog'
import { useHost } from '../host'
import { FailedPlace, SkeletonRows } from '../list/notices'
import { RecordPrint } from '../print'
import { DetailView } from './detail-view'
import { useRecord } from './use-record'

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
  const { record, error, again } = useRecord(modelId, menuId, id)
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
      {error !== null && <FailedPlace message={error} onRetry={again} />}
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
