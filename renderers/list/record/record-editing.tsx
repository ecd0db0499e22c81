import { Button } from '@arco-design/web-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ErrorSummary, useSaveKey } from '../../form'
import { useHost } from '../../host'
import { mayLeave, useUnsaved } from '../../unsaved'
import type { StoredRecord } from '../inline/access'
import { FailedPlace, SkeletonRows } from '../notices'
import { RecordForm } from '../record-form'
import { type OpenRecord, useRecordSaving, useStored } from '../use-record-saving'

export interface RecordEditingProps extends OpenRecord {
  /** Whether something typed would be lost, for whoever leaves the record. */
  readonly dirty?: RefObject<() => boolean> | undefined
}

/** A record filled in where it was read, in the same form and with the same save as in a popup. */
export function RecordEditing(props: RecordEditingProps) {
  const { stored, error, retry } = useStored(props)
  if (error !== null) return <FailedPlace message={error} onRetry={retry} />
  return stored ? <Filling {...props} stored={stored} /> : <SkeletonRows />
}

function Filling(given: RecordEditingProps & { readonly stored: StoredRecord }) {
  // A version that is released meanwhile takes nothing from who fills in this one.
  const [model] = useState(given.model)
  const props = { ...given, model }
  const { dirty, stored } = props
  const host = useHost()
  const saving = useRecordSaving(props)
  const { store, leave } = saving
  const { submitting, dirty: isDirty } = useSnapshot(store.status)
  useUnsaved(() => store.status.dirty)
  useSaveKey(() => void saving.save(false))
  useEffect(() => {
    if (!dirty) return undefined
    dirty.current = () => store.status.dirty
    return () => {
      dirty.current = () => false
    }
  }, [dirty, store])
  const section = useRef<HTMLElement>(null)
  // On a phone the act that opens it may stand below it.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' })
  }, [])
  const cancel = async () => {
    if (await mayLeave(store.status.dirty, host)) leave()
  }
  return (
    <section ref={section} className="loam-record-editing" aria-label={host.text('@list.edit')}>
      <RecordForm saving={saving} stored={stored} />
      <footer>
        <ErrorSummary store={store} />
        {isDirty && <span className="loam-list-unsaved">{host.text('@view.unsaved')}</span>}
        <Button onClick={() => void cancel()}>{host.text('@view.cancel')}</Button>
        <Button type="primary" loading={submitting} onClick={() => void saving.save(false)}>
          {host.text('@view.save')}
        </Button>
      </footer>
    </section>
  )
}
