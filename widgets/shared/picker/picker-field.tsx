import '@arco-design/web-react/es/Select/style/css.js'
import '../hint.css'
import './picker-field.css'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { EditProps } from '../../widget'
import { BoxEnd, ChosenTags } from '../choice-box'
import { classes, controlAria, useControlSize } from '../control'
import { TypedAheadContext, useTypedAhead } from './typed-ahead'

/** One thing that the field holds. */
export interface FieldItem {
  readonly key: string
  readonly text: string
  readonly icon?: ReactNode
}

export interface PickerFieldProps {
  readonly props: EditProps<object, unknown>
  readonly items: readonly FieldItem[]
  readonly multiple: boolean
  readonly clearable: boolean
  /** The first, and a count of the rest. */
  readonly collapseTags?: boolean
  /** In a table cell: no border, open at once. */
  readonly bare?: boolean
  readonly onRemove: (key: string) => void
  readonly onClear: () => void
  /** The dialog, made while it is open. */
  readonly dialog: (close: () => void) => ReactNode
}

/** A field that opens a dialog to choose in. Closed it is a handful of elements. */
export function PickerField(field: PickerFieldProps) {
  const { props, items, multiple, bare, dialog } = field
  const { host, disabled, readonly, error } = props
  const size = useControlSize()
  const [near, setNear] = useState(false)
  const [open, setOpen] = useState(false)
  const control = useRef<HTMLDivElement>(null)
  const locked = disabled || readonly
  // In a table cell it opens as soon as it is there.
  const [opening, setOpening] = useState(bare === true && !locked)
  // Before the focus goes: where it is now, something may have been typed.
  const typedAhead = useTypedAhead(bare === true && (opening || open))
  useLayoutEffect(() => {
    if (props.autoFocus || bare) control.current?.focus({ preventScroll: true })
  }, [props.autoFocus, bare])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is mounted.
  useEffect(() => {
    if (!opening) return
    setOpen(true)
    setOpening(false)
  }, [])
  const clear = field.clearable && !locked && items.length > 0 ? field.onClear : null
  const text = items.map((item) => item.text).join(', ')
  const empty = items.length === 0
  const [first] = items
  return (
    <div
      onPointerEnter={near ? undefined : () => setNear(true)}
      className={classes(
        'loam-choice-box loam-picker-field arco-select',
        multiple ? 'arco-select-multiple loam-choice-box-multiple' : 'arco-select-single',
        `arco-select-size-${size}`,
        disabled && 'arco-select-disabled',
        readonly && 'loam-choice-box-readonly',
        error !== null && 'arco-select-error',
        bare && 'loam-choice-box-bare',
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the combobox inside has the role and the keyboard. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the combobox inside has the role and the keyboard. */}
      <div
        className="arco-select-view"
        onMouseDown={(event) => {
          if (event.target === control.current) return
          event.preventDefault()
          if (!disabled) control.current?.focus({ preventScroll: true })
        }}
        onClick={() => !locked && setOpen(true)}
      >
        {multiple && (
          <ChosenTags
            host={host}
            items={items}
            locked={locked}
            {...(field.collapseTags && { most: 1 })}
            onRemove={field.onRemove}
          />
        )}
        {!multiple && first?.icon}
        <div
          {...controlAria(props)}
          ref={control}
          id={props.id}
          role="combobox"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-disabled={disabled || undefined}
          aria-readonly={readonly || undefined}
          tabIndex={disabled ? -1 : 0}
          className={classes(
            'loam-choice-text',
            empty && 'loam-choice-placeholder',
            multiple && !empty && 'loam-choice-unseen',
          )}
          title={text || undefined}
          // The field is not left while its dialog is open.
          onBlur={() => !open && props.onBlur()}
          onKeyDown={(event) => {
            if (locked || !pressed(event, field, () => setOpen(true))) return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          {empty ? props.placeholder || host.text('@picker.placeholder') : text}
        </div>
        <BoxEnd host={host} readonly={readonly} onClear={near ? clear : null} />
      </div>
      {open && <TypedAheadContext value={typedAhead}>{dialog(() => setOpen(false))}</TypedAheadContext>}
    </div>
  )
}

/** Answers a key of the closed field; true when it was used. */
function pressed(event: KeyboardEvent, field: PickerFieldProps, open: () => void): boolean {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return false
  // In a table cell, Enter goes on to the grid.
  if (key === ' ' || key === 'ArrowDown' || (key === 'Enter' && !field.bare)) {
    open()
    return true
  }
  const last = field.items.at(-1)
  if (!last || (key !== 'Backspace' && key !== 'Delete')) return false
  if (field.multiple && key === 'Backspace') field.onRemove(last.key)
  else if (field.clearable) field.onClear()
  return true
}
