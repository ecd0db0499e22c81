import { Button } from '@arco-design/web-react'
import type { FormRecord } from '@runtime/form/plan'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { ErrorSummary, FormView, useFormStore, useSaveKey, useUnloadGuard } from '../form'
import { useHost } from '../host'
import type { Model } from './model'
import { saveRecord } from './record-saving'

/** A model that is a form alone (`webType` 1): each save makes a record and starts a new one. */
export function ModelForm({ model, menuId }: { readonly model: Model; readonly menuId: string }) {
  const host = useHost()
  const [blank] = useState<FormRecord>({})
  const store = useFormStore(model.form, blank, 'new')
  const { submitting } = useSnapshot(store.status)
  useUnloadGuard(() => store.status.dirty)
  const save = async () => {
    const target = { modelId: model.id, menuId, id: null, version: 0 }
    if ((await saveRecord(store, target, host)).state === 'saved') store.load({}, 'new')
  }
  useSaveKey(() => void save())
  return (
    <div className="loam-list-model-form">
      <h2 className="loam-list-toolbar-title">{model.title}</h2>
      <div className="loam-list-model-form-body">
        <FormView store={store} takesFocus />
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
