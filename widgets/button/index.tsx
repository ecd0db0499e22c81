import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import './button.css'
import { Button, Tooltip } from '@arco-design/web-react'
import { useState } from 'react'
import { useFilledText } from '../shared/shown/use-filled-text'
import type { DisplayProps, Widget } from '../widget'
import { type ButtonSettings, definition } from './definition'

const SIDES = { left: 'flex-start', center: 'center', right: 'flex-end' } as const

/** Element's kinds in the library's. */
const LOOKS = {
  '': { type: 'outline' },
  primary: { type: 'primary' },
  success: { type: 'primary', status: 'success' },
  info: { type: 'secondary' },
  warning: { type: 'primary', status: 'warning' },
  danger: { type: 'primary', status: 'danger' },
  text: { type: 'text' },
} as const

/** Without anything to do it is still reached by pointer and keyboard, and says why nothing happens. */
function ButtonDisplay({ id, settings, label, host, store, record, onClick }: DisplayProps<ButtonSettings>) {
  const [busy, setBusy] = useState(false)
  const text = useFilledText(settings.buttonText, host, store, record) || label
  const buttonStyle = LOOKS[settings.type]
  const press = () => {
    if (busy || !onClick) return
    setBusy(true)
    void onClick().finally(() => setBusy(false))
  }
  const reason = host.text(record ? '@inputs.notWhileReading' : '@inputs.noAction')
  return (
    <div id={id} className="loam-button" style={{ justifyContent: SIDES[settings.align] }}>
      {onClick ? (
        <Button {...buttonStyle} loading={busy} onClick={press}>
          {text}
        </Button>
      ) : (
        <Tooltip content={reason} trigger={['hover', 'focus', 'click']}>
          <Button
            {...buttonStyle}
            className="loam-button-inert"
            aria-disabled="true"
            aria-description={reason}
          >
            {text}
          </Button>
        </Tooltip>
      )}
    </div>
  )
}

export const widget: Widget<ButtonSettings> = { definition, Display: ButtonDisplay }
