import { Button } from '@arco-design/web-react'
import type { FormRecord } from '@runtime/form/plan'
import type { WaitingSave } from '@runtime/save/saves'
import { HeadingLevel } from '@widgets/shared/heading'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { DraftOffer, useDraft } from '../draft'
import { ErrorSummary, FormView, focusStart, useFormStore, useSaveKey } from '../form'
import { useHost } from '../host'
import { mayLeave, useUnsaved } from '../unsaved'
import type { Model } from './model'
import { saveRecord } from './record-saving'
import { useEnforced } from './use-enforced'
import { useTakenBack } from './use-record-saving'
import { WaitingPlace } from './waiting/lazy'

const NOTHING = () => undefined

/** A model that is a form alone (`webType` 1): each save makes a record and starts a new one. */
export function ModelForm({ model: given, menuId }: { readonly model: Model; readonly menuId: string }) {
  const host = useHost()
  const [model, setModel] = useState(given)
  const [blank] = useState<FormRecord>({})
  const permissions = useEnforced(model.list, menuId)
  const store = useFormStore(model.form, blank, 'new', permissions)
  const draft = useDraft(store, { modelId: model.id, recordId: null }, blank)
  const { submitting } = useSnapshot(store.status)
  const [again, setAgain] = useState<WaitingSave>()
  useTakenBack(store, draft, again)
  useUnsaved(() => store.status.dirty)
  // A version that is released meanwhile takes nothing from who fills in the one before it.
  useEffect(() => {
    if (!store.status.dirty) setModel(given)
  }, [store, given])
  const save = async () => {
    const target = { modelId: model.id, menuId, id: null, version: 0, formVersion: model.version }
    const { state } = await saveRecord(store, target, host, draft)
    if (state !== 'saved' && state !== 'waiting') return
    store.load({}, 'new')
    focusStart(store)
    draft.end()
    setModel(given)
  }
  useSaveKey(() => void save())
  return (
    <div className="loam-list-model-form">
      <h1 className="loam-list-toolbar-title">{model.title}</h1>
      <div className="loam-list-model-form-body">
        <WaitingPlace
          modelId={model.id}
          onOpen={async (save) => {
            if (await mayLeave(store.status.dirty, host)) setAgain(save)
          }}
          onSent={NOTHING}
        />
        <DraftOffer draft={draft} plan={store.plan} />
        <HeadingLevel value={2}>
          <FormView store={store} takesFocus />
        </HeadingLevel>
      </div>
      <div className="loam-list-model-form-foot">
        <ErrorSummary store={store} />
        <Button type="primary" loading={submitting} onClick={() => void save()}>
          {host.text(model.form.layout.buttons.confirm ?? '@view.save')}
        </Button>
      </div>
    </div>
  )
}
