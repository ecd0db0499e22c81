import { Switch } from '@arco-design/web-react'
import '@arco-design/web-react/es/Switch/style/css.js'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { type Ref, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { FormView, useFormStore } from '../../form'
import { useHost } from '../../host'
import { DocumentState } from '../../page/document-state'
import type { FormDocument } from '../../page/use-form-document'
import type { CheckReport } from './answers'

/** The place in the menu that is asked for; empty: none. */
export interface MenuPlaceHandle {
  read(): Readonly<Record<string, unknown>>
}

interface MenuPlaceProps {
  readonly document: FormDocument
  readonly entry: CheckReport['entry']
  readonly appEntry: CheckReport['appEntry']
  readonly ref: Ref<MenuPlaceHandle>
}

/** The document of the form that asks for the place. */
export const PLACE_FORM = 'forms/development/release.form.json'

/** Whether the form is put into the menu, and where. */
export function MenuPlace({ document, entry, appEntry, ref }: MenuPlaceProps) {
  const host = useHost()
  const id = useId()
  const [isWanted, want] = useState(true)
  const store = useRef<FormStore>(null)
  useImperativeHandle(ref, () => ({
    read() {
      if (!store.current) return {}
      store.current.flush()
      return { pc: 1, ...store.current.collect() }
    },
  }))
  const [parentId, icon, appParentId] = [entry?.parentId, entry?.icon, appEntry?.parentId]
  const record = useMemo(
    (): FormRecord => ({
      ...(parentId !== undefined && { pcModuleParentId: parentId, ...(icon !== '' && { icon }) }),
      ...(appParentId !== undefined && { app: 1, appModuleParentId: appParentId }),
    }),
    [parentId, icon, appParentId],
  )
  return (
    <div className="loam-publish-menu">
      {entry ? (
        <p>{host.text('@release.inMenu')}</p>
      ) : (
        <p>
          <Switch size="small" checked={isWanted} aria-labelledby={id} onChange={want} />
          <span id={id}>{host.text('@development.releaseTo')}</span>
        </p>
      )}
      {(entry || isWanted) && (
        <DocumentState document={document}>
          {(plan) => <PlaceForm plan={plan} record={record} store={store} />}
        </DocumentState>
      )}
    </div>
  )
}

interface PlaceFormProps {
  readonly plan: FormPlan
  readonly record: FormRecord
  readonly store: Ref<FormStore>
}

function PlaceForm({ plan, record, store: ref }: PlaceFormProps) {
  const store = useFormStore(plan, record, 'new')
  useImperativeHandle(ref, () => store, [store])
  return <FormView store={store} />
}
