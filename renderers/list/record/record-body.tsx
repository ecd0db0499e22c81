import { BESIDE_RECORD } from '@runtime/permission/permission'
import type { WaitingSave } from '@runtime/save/saves'
import { type RefObject, useRef } from 'react'
import { DetailView } from '../../detail'
import { useHost } from '../../host'
import { SkeletonRows } from '../notices'
import { RecordComments } from './comments'
import { RecordHistory } from './history'
import { RecordEditing } from './record-editing'
import { RecordFiles } from './record-files'
import { RelatedRecords } from './related'
import { SectionBar } from './section-bar'
import type { Reading, ReadRecord } from './use-reading'

export interface RecordBodyProps extends ReadRecord {
  readonly reading: Reading
  readonly editing: boolean
  /** A save of it that came back: what was typed stands in the form again. */
  readonly again?: WaitingSave | undefined
  /** Whether something typed would be lost, for whoever leaves the record. */
  readonly dirty?: RefObject<() => boolean> | undefined
  /** The form is left, saved or not. */
  readonly onRead: () => void
  readonly onSaved: () => void
}

/** A record's values, read or edited, with what belongs to them. */
export function RecordBody(props: RecordBodyProps) {
  const { model, menuId, id, reading, editing, again, dirty, onRead, onSaved } = props
  const host = useHost()
  const { record, permissions, changes } = reading
  const body = useRef<HTMLDivElement>(null)
  if (record === null) return <SkeletonRows />
  return (
    <>
      {!editing && <SectionBar body={body} />}
      <div ref={body} className="loam-record-body">
        <div className="loam-record-main">
          {editing ? (
            <RecordEditing {...{ model, menuId, id, again, dirty, onSaved }} onClose={onRead} />
          ) : (
            <div data-section={host.text('@record.values')}>
              <DetailView plan={model.form} record={record} permissions={permissions} />
            </div>
          )}
          <RecordFiles
            {...{ plan: model.form, record, permissions, modelId: model.id, id }}
            onChanged={reading.retold}
          />
          <RelatedRecords modelId={model.id} id={id} />
        </div>
        <aside className="loam-record-aside" aria-label={host.text('@record.beside')}>
          <RecordComments
            {...{ modelId: model.id, id }}
            mayWrite={permissions.button(BESIDE_RECORD.comment)}
          />
          <RecordHistory modelId={model.id} menuId={menuId} id={id} round={changes} />
        </aside>
      </div>
    </>
  )
}
