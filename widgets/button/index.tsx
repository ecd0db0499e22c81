import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import './button.css'
import { Button, Tooltip } from '@arco-design/web-react'
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

/** Reached by pointer and keyboard, so that everybody learns why it does nothing. */
function ButtonDisplay({ id, settings, label, host, store }: DisplayProps<ButtonSettings>) {
  const text = useFilledText(settings.buttonText, host, store) || label
  const reason = host.text('@inputs.scriptNotRun')
  return (
    <div id={id} className="loam-inert-button" style={{ justifyContent: SIDES[settings.align] }}>
      <Tooltip content={reason} trigger={['hover', 'focus', 'click']}>
        <Button {...LOOKS[settings.type]} aria-disabled="true" aria-description={reason}>
          {text}
        </Button>
      </Tooltip>
    </div>
  )
}

export const widget: Widget<ButtonSettings> = { definition, Display: ButtonDisplay }
