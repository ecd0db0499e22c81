import './number-input.css'
import { IconDown, IconMinus, IconPlus, IconUp } from '@arco-design/web-react/icon'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { controlAria } from '../shared/control'
import { focusAndSelect } from '../shared/focus'
import { TextBox, useInputClass } from '../shared/text-box'
import type { EditProps } from '../widget'
import { Amount } from './amount'
import type { NumberInputSettings } from './definition'
import { StepButton } from './step-button'
import { arrowOf, displayText, refuseLetters, useNumber } from './use-number'

type NumberProps = EditProps<NumberInputSettings, number>

/** A native input: light enough to stand from the start. */
export function NumberInputEdit(props: NumberProps) {
  const { settings, host, disabled, readonly, id } = props
  const className = useInputClass(disabled)
  const number = useNumber(props)
  const input = useRef<HTMLInputElement>(null)
  const pressed = useRef(false)
  const editing = number.draft !== null
  useLayoutEffect(() => {
    if (props.autoFocus) input.current?.focus({ preventScroll: true })
  }, [props.autoFocus])
  useLayoutEffect(() => {
    // Reached by key, the whole number is selected as in any field; its text has just lost the thousands.
    if (editing && !pressed.current && document.activeElement === input.current) input.current?.select()
  }, [editing])
  const locked = disabled || readonly
  const both = settings.controls && settings.controlsPosition === ''
  const button = (direction: 1 | -1, icon: ReactNode) => (
    <StepButton
      direction={direction}
      label={host.text(direction === 1 ? '@widgets.increase' : '@widgets.decrease')}
      disabled={locked}
      onStep={() => number.step(direction)}
    >
      {icon}
    </StepButton>
  )
  return (
    <>
      <TextBox
        host={host}
        disabled={disabled}
        readonly={readonly}
        error={props.error}
        addonBefore={settings.addonBefore}
        addonAfter={settings.addonAfter}
        prefix={both ? button(-1, <IconMinus />) : undefined}
        suffix={
          both ? (
            button(1, <IconPlus />)
          ) : settings.controls ? (
            <span className="loam-number-arrows">
              {button(1, <IconUp />)}
              {button(-1, <IconDown />)}
            </span>
          ) : undefined
        }
      >
        <input
          {...controlAria(props)}
          {...spin(props)}
          ref={input}
          id={id}
          type="text"
          autoComplete="off"
          className={className}
          placeholder={props.placeholder || undefined}
          value={number.text}
          disabled={disabled}
          readOnly={readonly}
          onChange={number.onChange}
          onBeforeInput={refuseLetters}
          onCompositionEnd={number.onCompositionEnd}
          onPointerDown={() => {
            pressed.current = true
          }}
          onFocus={() => {
            if (!locked) number.begin()
          }}
          onBlur={() => {
            pressed.current = false
            number.end()
            props.onBlur()
          }}
          onKeyDown={(event) => {
            const direction = locked ? null : arrowOf(event)
            if (direction === null) return
            event.preventDefault()
            number.step(direction)
          }}
        />
      </TextBox>
      {settings.isAmountChinese && <Amount value={props.value} host={host} />}
    </>
  )
}

function spin({ value, settings }: NumberProps) {
  return {
    role: 'spinbutton',
    // Phones give a keypad; where a number may be negative it needs the sign that keypads lack.
    inputMode: settings.min !== undefined && settings.min < 0 ? 'text' : 'decimal',
    'aria-valuenow': typeof value === 'number' ? value : undefined,
    'aria-valuemin': settings.min,
    'aria-valuemax': settings.max,
  } as const
}

/** In a table cell: the arrows belong to the grid. */
export function NumberInputCellEdit(props: NumberProps) {
  const number = useNumber(props)
  return (
    <input
      {...controlAria(props)}
      {...spin(props)}
      ref={focusAndSelect}
      id={props.id}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className="loam-cell-input"
      value={
        number.draft ?? displayText(props.value, { precision: props.settings.precision, thousands: false })
      }
      disabled={props.disabled}
      readOnly={props.readonly}
      onChange={number.onChange}
      onBeforeInput={refuseLetters}
      onCompositionEnd={number.onCompositionEnd}
      onBlur={() => {
        number.end()
        props.onBlur()
      }}
    />
  )
}
