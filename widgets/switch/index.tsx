import '@arco-design/web-react/es/Switch/style/css.js'
import './switch.css'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { buttonAria, classes, useControlSize } from '../shared/control'
import type { EditProps, Widget } from '../widget'
import { definition, type SwitchSettings } from './definition'

type SwitchValue = string | number | boolean

/** A native button of role `switch` in the library's dress: Space and Enter turn it. */
function SwitchEdit(props: EditProps<SwitchSettings, SwitchValue>) {
  const { settings, host, value, disabled, readonly } = props
  const button = useRef<HTMLButtonElement>(null)
  const small = ['mini', 'small'].includes(useControlSize())
  useLayoutEffect(() => {
    if (props.autoFocus) button.current?.focus({ preventScroll: true })
  }, [props.autoFocus])
  const on = value !== null && String(value) === String(settings.activeValue)
  const text = host.text(on ? settings.activeTxt : settings.inactiveTxt)
  const colour = on ? settings.activeColor : settings.inactiveColor
  return (
    <span className="loam-switch">
      <button
        {...buttonAria(props)}
        ref={button}
        id={props.id}
        type="button"
        role="switch"
        aria-checked={on}
        aria-readonly={readonly || undefined}
        disabled={disabled}
        className={classes(
          'arco-switch arco-switch-type-circle',
          on && 'arco-switch-checked',
          small && 'loam-switch-small',
        )}
        style={colour && !disabled ? ({ backgroundColor: colour } as CSSProperties) : undefined}
        onClick={() => {
          if (!readonly) props.onChange(on ? settings.inactiveValue : settings.activeValue)
        }}
        onBlur={props.onBlur}
      >
        <span className="arco-switch-dot" />
        {text && (
          <>
            <span className="arco-switch-text-holder">{text}</span>
            <span className="arco-switch-text">{text}</span>
          </>
        )}
      </button>
    </span>
  )
}

function SwitchCellEdit(props: EditProps<SwitchSettings, SwitchValue>) {
  return <SwitchEdit {...props} autoFocus />
}

export const widget: Widget<SwitchSettings, SwitchValue> = {
  definition,
  Edit: SwitchEdit,
  CellEdit: SwitchCellEdit,
}
