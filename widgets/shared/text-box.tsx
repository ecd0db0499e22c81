import '@arco-design/web-react/es/Input/style/css.js'
import './hint.css'
import './text-box.css'
import { IconClose } from '@arco-design/web-react/icon'
import type { Text } from '@runtime/text'
import { type ReactNode, useState } from 'react'
import type { EditProps } from '../widget'
import { type ControlSize, classes, useControlSize } from './control'

interface TextBoxProps extends Pick<EditProps<object, unknown>, 'host' | 'disabled' | 'readonly' | 'error'> {
  readonly addonBefore?: Text
  readonly addonAfter?: Text
  readonly prefix?: ReactNode
  readonly suffix?: ReactNode
  /** Empties the field; without it there is no such button. */
  readonly onClear?: () => void
  /** The native control, of class `arco-input`. */
  readonly children: ReactNode
}

/**
 * The box around a native control: the library's own classes without its component, which mounts several times slower.
 * The button that empties it is made when somebody comes near.
 */
export function TextBox(props: TextBoxProps) {
  const { host, addonBefore, addonAfter } = props
  const size = useControlSize()
  const [near, setNear] = useState(false)
  const box = innerOf(props, size, near, () => setNear(true))
  const before = host.text(addonBefore)
  const after = host.text(addonAfter)
  if (!before && !after) return box
  return (
    <span
      className={classes(
        'arco-input-group-wrapper',
        `arco-input-group-wrapper-${size}`,
        props.disabled && 'arco-input-group-wrapper-disabled',
      )}
    >
      <span className="arco-input-group">
        {before && <span className="arco-input-group-addbefore">{before}</span>}
        {box}
        {after && <span className="arco-input-group-addafter">{after}</span>}
      </span>
    </span>
  )
}

function innerOf(
  { host, disabled, readonly, error, prefix, suffix, onClear, children }: TextBoxProps,
  size: ControlSize,
  near: boolean,
  come: () => void,
): ReactNode {
  const approach = near || !onClear ? undefined : come
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody comes near.
    <span
      className={classes(
        'loam-text-box arco-input-inner-wrapper',
        `arco-input-inner-wrapper-${size}`,
        prefix !== undefined && 'arco-input-inner-wrapper-has-prefix',
        disabled && 'arco-input-inner-wrapper-disabled',
        error !== null && 'arco-input-inner-wrapper-error',
        readonly && 'loam-text-box-readonly',
      )}
      onPointerEnter={approach}
      onFocus={approach}
    >
      {prefix !== undefined && <span className="arco-input-group-prefix">{prefix}</span>}
      {children}
      {near && onClear && (
        <button
          type="button"
          className="loam-text-box-clear"
          tabIndex={-1}
          aria-label={host.text('@widgets.clear')}
          // The field keeps its focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onClear}
        >
          <IconClose />
        </button>
      )}
      {suffix !== undefined && <span className="arco-input-group-suffix">{suffix}</span>}
    </span>
  )
}

/** Class of the native control inside a `TextBox`. */
export function useInputClass(disabled: boolean): string {
  const size = useControlSize()
  return classes('arco-input', `arco-input-size-${size}`, disabled && 'arco-input-disabled')
}
