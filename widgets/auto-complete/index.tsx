import '../shared/choice-box/choice-box.css'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { choiceRows } from '../shared/choice-box'
import { ChoiceList, rowId } from '../shared/choice-box/choice-list'
import { controlAria } from '../shared/control'
import { focusAndSelect, useFocusOnMount } from '../shared/focus'
import { Popup } from '../shared/popup'
import { TextBox, useInputClass } from '../shared/text-box'
import { useText } from '../shared/use-text'
import type { EditProps, Widget } from '../widget'
import { type AutoCompleteSettings, definition } from './definition'
import { useSuggestions } from './use-suggestions'

type AutoCompleteProps = EditProps<AutoCompleteSettings, string>

/** A text field with a list of suggestions; the focus stays in the field (WAI-ARIA's combobox). */
function AutoCompleteEdit(props: AutoCompleteProps & { readonly bare?: boolean }) {
  const { id, value, settings, host, disabled, readonly, bare } = props
  const frame = useRef<HTMLDivElement>(null)
  const box = useSuggestionList(props)
  const text = useText(
    value,
    (next) => {
      box.seek(next)
      props.onChange(next)
    },
    settings.maxlength,
  )
  const focus = useFocusOnMount<HTMLInputElement>(props.autoFocus)
  const className = useInputClass(disabled)
  const list = `${id}-suggestions`
  const open = box.rows.length > 0
  const control = (
    <input
      {...controlAria(props)}
      {...text}
      ref={bare ? focusAndSelect : focus}
      id={id}
      type="text"
      role="combobox"
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-expanded={open}
      aria-controls={open ? list : undefined}
      aria-activedescendant={open && box.active >= 0 ? rowId(list, box.active) : undefined}
      autoComplete="off"
      className={bare ? 'loam-cell-input' : className}
      placeholder={props.placeholder}
      disabled={disabled}
      readOnly={readonly}
      onBlur={() => {
        box.close()
        props.onBlur()
      }}
      onKeyDown={(event) => {
        if (!box.press(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
  return (
    <div ref={frame}>
      {bare ? (
        control
      ) : (
        <TextBox
          host={host}
          disabled={disabled}
          readonly={readonly}
          error={props.error}
          {...(settings.clearable && value && !disabled && !readonly && { onClear: () => box.take(null) })}
        >
          {control}
        </TextBox>
      )}
      {open && (
        <Popup anchor={frame} className="loam-choice-popup">
          <ChoiceList
            id={list}
            label={props.label}
            tree={false}
            multiple={false}
            rows={box.rows}
            active={box.active}
            query={value ?? ''}
            isChosen={(row) => row.key === value}
            isLocked={() => false}
            onChoose={(row) => box.take(row.key)}
            onFold={() => undefined}
            onHover={box.setActive}
          />
        </Popup>
      )}
    </div>
  )
}

/** The list of suggestions: open while something typed is sought, closed by a choice, Escape or leaving. */
function useSuggestionList(props: AutoCompleteProps) {
  const { host, disabled, readonly } = props
  const [sought, setSought] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const found = useSuggestions(sought, props)
  const rows = useMemo(
    () =>
      choiceRows(
        found.map((text) => ({ value: text, label: text })),
        host.text,
        '',
        () => false,
      ),
    [found, host],
  )
  const close = () => {
    setSought(null)
    setActive(-1)
  }
  const take = (text: string | null) => {
    props.onChange(text)
    close()
  }
  const shown = sought === null ? [] : rows
  return {
    rows: shown,
    active: Math.min(active, shown.length - 1),
    setActive,
    close,
    take,
    seek(text: string | null) {
      setSought(text ?? '')
      setActive(-1)
    },
    /** True when the key was the list's. */
    press(event: KeyboardEvent): boolean {
      const { key } = event
      if (disabled || readonly || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
        return false
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const step = key === 'ArrowDown' ? 1 : -1
        if (shown.length === 0) setSought(props.value ?? '')
        else setActive(Math.max(0, Math.min(shown.length - 1, active + step)))
        return true
      }
      const row = shown[active]
      if (key === 'Enter' && row) {
        take(row.key)
        return true
      }
      if (key !== 'Escape' || shown.length === 0) return false
      close()
      return true
    },
  }
}

export const widget: Widget<AutoCompleteSettings, string> = {
  definition,
  Edit: AutoCompleteEdit,
  CellEdit: (props) => <AutoCompleteEdit {...props} bare />,
}
