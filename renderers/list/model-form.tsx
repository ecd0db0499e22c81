import { Button } from '@arco-design/web-react'
import type { FormRecord } from '@runtime/form/plan'
import { CallError } from '@runtime/host'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { ErrorSummary, FormView, submitForm, useFormStore, useSaveKey, useUnloadGuard } from '../form'
import { useHost } from '../host'
import type { Model } from './model'
import { TOAST } from './record-popup'

/** A model that is a form alone (`webType` 1): each save makes a record and starts a new one. */
export function ModelForm({ model, menuId }: { readonly model: Model; readonly menuId: string }) {
  const host = useHost()
  const [blank] = useState<FormRecord>({})
  const store = useFormStore(model.form, blank, 'new')
  const { submitting } = useSnapshot(store.status)
  useUnloadGuard(() => store.status.dirty)
  const save = async () => {
    try {
      const submission = await submitForm(store, (record) =>
        host.call('onlineDevelopment.create', { modelId: model.id, menuId, data: JSON.stringify(record) }),
      )
      if (submission.state !== 'saved') return
      host.toast('success', submission.result.msg || host.text('@view.saved'), TOAST)
      store.load({}, 'new')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      host.toast('error', error.message, TOAST)
    }
  }
  useSaveKey(() => void save())
  return (
    <div className="loam-list-model-form">
      <h2 className="loam-list-toolbar-title">{model.title}</h2>
      <div className="loam-list-model-form-body">
        <FormView store={store} />
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
