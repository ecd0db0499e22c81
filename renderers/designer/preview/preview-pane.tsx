import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { useState } from 'react'
import { HostProvider, useHost } from '../../host'
import { ModelPreview } from '../model-preview'
import './preview.css'
import type { PreviewedDraft } from './preview-frame'

/** A draft's form and list as they would be; the form is checked as it would be sent, and nothing leaves. */
export function PreviewPane({ host, draft }: { readonly host: Host; readonly draft: PreviewedDraft }) {
  return (
    <HostProvider host={host}>
      <main className="loam-preview-pane">
        <ModelPreview {...draft} below={(store) => <Buttons store={store} />} />
      </main>
    </HostProvider>
  )
}

/** The form's own buttons: the one that saves says what is wrong, or that all is well. */
function Buttons({ store }: { readonly store: FormStore }) {
  const host = useHost()
  const { cancel, confirm, confirmAndAdd, print } = store.plan.layout.buttons
  const [isChecking, setChecking] = useState(false)
  const check = async () => {
    setChecking(true)
    store.flush()
    const errors = store.validate()
    setChecking(false)
    host.toast(
      errors.length > 0 ? 'warning' : 'success',
      host.text(errors.length > 0 ? '@design.previewWrong' : '@design.previewRight', {
        count: errors.length,
      }),
    )
  }
  const notSent = () => host.toast('info', host.text('@gallery.notSent'))
  return (
    <div className="loam-preview-buttons">
      {print !== undefined && (
        <Button onClick={() => host.toast('warning', host.text('@print.notInPreview'))}>
          {host.text(print)}
        </Button>
      )}
      {cancel !== undefined && <Button onClick={notSent}>{host.text(cancel)}</Button>}
      {confirmAndAdd !== undefined && (
        <Button loading={isChecking} onClick={() => void check()}>
          {host.text(confirmAndAdd)}
        </Button>
      )}
      {confirm !== undefined && (
        <Button type="primary" loading={isChecking} onClick={() => void check()}>
          {host.text(confirm)}
        </Button>
      )}
    </div>
  )
}
