import './number-range.css'
import { narrow, parseNumber } from '@runtime/widget/number-format'
import { useState } from 'react'
import { controlAria } from '../shared/control'
import { useFocusOnMount } from '../shared/focus'
import { TextBox, useInputClass } from '../shared/text-box'
import type { EditProps, Widget } from '../widget'
import { definition, endText, type NumberRangeSettings, type NumberRangeValue, rangeOf } from './definition'

type RangeProps = EditProps<NumberRangeSettings, NumberRangeValue>
type Ends = readonly [unknown, unknown]

/** Two native inputs. What is no number is kept as typed, so that the check names it and nothing is lost. */
function NumberRangeEdit(props: RangeProps) {
  const { host, label, id } = props
  const [from = null, to = null] = (Array.isArray(props.value) ? props.value : []) as unknown as Ends | []
  const change = (ends: Ends) => props.onChange(emptied(ends))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a layout of its own.
    <div
      role="group"
      aria-label={label}
      className="loam-number-range"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        const fixed = rangeOf([from, to], props.settings.precision)
        if (fixed && JSON.stringify(fixed) !== JSON.stringify(props.value ?? [])) props.onChange(fixed)
        props.onBlur()
      }}
    >
      <End
        props={props}
        id={id}
        side={host.text('@inputs.minimum')}
        value={from}
        onChange={(end) => change([end, to])}
        autoFocus={props.autoFocus}
      />
      <span className="loam-number-range-to">{host.text('@inputs.to')}</span>
      <End
        props={props}
        id={`${id}-end`}
        side={host.text('@inputs.maximum')}
        value={to}
        onChange={(end) => change([from, end])}
      />
    </div>
  )
}

/** Both ends empty is an empty list (`spec/widgets.md §5`). */
function emptied([from, to]: Ends): NumberRangeValue {
  return (from === null && to === null ? [] : [from, to]) as NumberRangeValue
}

interface EndProps {
  readonly props: RangeProps
  readonly id: string
  readonly side: string
  readonly value: unknown
  readonly onChange: (end: number | string | null) => void
  readonly autoFocus?: boolean
}

function End({ props, id, side, value, onChange, autoFocus = false }: EndProps) {
  const { host, disabled, readonly, error, settings, label } = props
  const [draft, setDraft] = useState<string | null>(null)
  const className = useInputClass(disabled)
  const focus = useFocusOnMount<HTMLInputElement>(autoFocus)
  return (
    <TextBox
      host={host}
      disabled={disabled}
      readonly={readonly}
      error={error}
      onClear={value !== null && !disabled && !readonly ? () => onChange(null) : undefined}
    >
      <input
        {...controlAria({ ...props, label: `${label} ${side}` })}
        ref={focus}
        id={id}
        type="text"
        inputMode={settings.min !== undefined && settings.min >= 0 ? 'decimal' : 'text'}
        autoComplete="off"
        className={className}
        placeholder={readonly || disabled ? '' : side}
        value={draft ?? endText(value, settings.precision)}
        disabled={disabled}
        readOnly={readonly}
        onChange={(event) => {
          setDraft(event.target.value)
          onChange(typed(event.target.value))
        }}
        onBlur={() => setDraft(null)}
      />
    </TextBox>
  )
}

/** A number, nothing for an empty text or the beginning of a number, else the text itself. */
function typed(text: string): number | string | null {
  if (/^[+-]?\.?$/.test(narrow(text).trim())) return null
  const parsed = parseNumber(text)
  if (parsed === null) return null
  return 'value' in parsed ? parsed.value : text
}

export const widget: Widget<NumberRangeSettings, NumberRangeValue> = { definition, Edit: NumberRangeEdit }
