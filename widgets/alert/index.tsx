import '@arco-design/web-react/es/Alert/style/css.js'
import './alert.css'
import { Alert } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useFilledText } from '../shared/shown/use-filled-text'
import type { DisplayProps, Widget } from '../widget'
import { type AlertSettings, definition } from './definition'

function AlertDisplay({ id, settings, label, host, store, record }: DisplayProps<AlertSettings>) {
  const [closed, setClosed] = useState(false)
  const title = useFilledText(settings.title, host, store, record) || label
  const description = useFilledText(settings.description, host, store, record)
  const closeText = useFilledText(settings.closeText, host, store, record)
  if (closed) return null
  return (
    <div id={id}>
      <Alert
        className="loam-alert"
        type={settings.type}
        showIcon={settings.showIcon}
        title={description ? title : undefined}
        content={description || title}
        action={
          settings.closable ? (
            <button
              type="button"
              className="arco-alert-close-btn"
              aria-label={closeText || host.text('@inputs.close')}
              onClick={() => setClosed(true)}
            >
              {closeText || <IconClose />}
            </button>
          ) : undefined
        }
      />
    </div>
  )
}

export const widget: Widget<AlertSettings> = { definition, Display: AlertDisplay }
