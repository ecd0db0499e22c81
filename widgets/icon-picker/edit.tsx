import './icon-picker.css'
import { ICON_NAMES } from '@runtime/icon-names'
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react'
import { classes, controlAria } from '../shared/control'
import { useFocusOnMount } from '../shared/focus'
import { NamedIcon } from '../shared/named-icon'
import { Popup } from '../shared/popup'
import { TextBox, useInputClass } from '../shared/text-box'
import type { EditProps } from '../widget'
import { type IconPickerSettings, iconLabel } from './definition'

type IconPickerProps = EditProps<IconPickerSettings, string>

/** Icons side by side; the style sheet draws as many. */
const COLUMNS = 8

/** A box that shows the icon and its name and opens a grid of them; typing narrows it, arrows go through it. */
export function IconPickerEdit(props: IconPickerProps) {
  const { id, value, settings, host, disabled, readonly, error } = props
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const focus = useFocusOnMount<HTMLInputElement>(props.autoFocus)
  const className = useInputClass(disabled)
  const isLocked = disabled || readonly
  const sought = useDeferredValue(query)
  const all: readonly string[] = settings.icons.length > 0 ? settings.icons : ICON_NAMES
  const foundBy = (text: string) =>
    all.filter((name) => `${name} ${iconLabel(name, host)}`.toLowerCase().includes(text.trim().toLowerCase()))
  const found = foundBy(sought)
  const at = Math.min(active, Math.max(0, found.length - 1))
  const open = () => {
    if (isLocked || isOpen) return
    setQuery('')
    setActive(Math.max(0, all.indexOf(value ?? '')))
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setQuery('')
  }
  const choose = (name: string | undefined) => {
    if (name === undefined) return
    if (name !== value) props.onChange(name)
    close()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || isLocked) return
    const step = isOpen ? STEPS[event.key] : undefined
    if (!isOpen && ['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) open()
    else if (step !== undefined) setActive(Math.max(0, Math.min(found.length - 1, at + step)))
    // Who types faster than the grid is drawn means what is typed.
    else if (isOpen && event.key === 'Enter') choose((sought === query ? found : foundBy(query))[at])
    else if (isOpen && event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={frame}>
      <TextBox
        host={host}
        disabled={disabled}
        readonly={readonly}
        error={error}
        prefix={value ? <NamedIcon name={value} /> : <span className="loam-icon-none" />}
        onClear={value && settings.clearable && !isLocked ? () => props.onChange(null) : undefined}
      >
        <input
          {...controlAria(props)}
          ref={focus}
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-icons` : undefined}
          aria-activedescendant={isOpen && found.length > 0 ? `${id}-icon-${at}` : undefined}
          className={className}
          placeholder={isOpen ? host.text('@iconPicker.search') : props.placeholder}
          value={isOpen ? query : iconLabel(value ?? '', host)}
          disabled={disabled}
          readOnly={readonly}
          onClick={open}
          onChange={(event) => {
            if (!isOpen) open()
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={press}
          onBlur={() => {
            close()
            props.onBlur()
          }}
        />
      </TextBox>
      {isOpen && (
        <Popup anchor={frame} className="loam-icons">
          {found.length === 0 ? (
            <p className="loam-icons-none" role="status">
              {host.text('@iconPicker.none')}
            </p>
          ) : (
            <div id={`${id}-icons`} role="listbox" aria-label={props.label} className="loam-icons-grid">
              {found.map((name, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the box that has the focus has the keyboard.
                <div
                  key={name}
                  id={`${id}-icon-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={name === value}
                  aria-label={iconLabel(name, host)}
                  title={iconLabel(name, host)}
                  className={classes('loam-icons-one', index === at && 'loam-icons-active')}
                  ref={index === at ? showActive : undefined}
                  onPointerMove={() => setActive(index)}
                  onClick={() => choose(name)}
                >
                  <NamedIcon name={name} />
                </div>
              ))}
            </div>
          )}
        </Popup>
      )}
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
}

function showActive(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
