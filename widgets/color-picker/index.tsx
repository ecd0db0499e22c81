import './color-picker.css'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classes, controlAria } from '../shared/control'
import { TextBox, useInputClass } from '../shared/text-box'
import type { EditProps, ViewProps, Widget } from '../widget'
import { type ColorPickerSettings, definition, formatColor, hexOf, parseColor } from './definition'

type ColorProps = EditProps<ColorPickerSettings, string>

/** A colour to be typed, or taken from the browser's own palette, which phones have in their own way. */
function ColorEdit(props: ColorProps) {
  const { value, settings, host, disabled, readonly } = props
  const [draft, setDraft] = useState<string | null>(null)
  const className = useInputClass(disabled)
  const input = useRef<HTMLInputElement>(null)
  const locked = disabled || readonly
  useLayoutEffect(() => {
    if (props.autoFocus) input.current?.focus({ preventScroll: true })
  }, [props.autoFocus])
  const change = (next: string | null) => {
    if (next !== (value ?? null)) props.onChange(next)
  }
  const leave = () => {
    // What is no colour stays as it was typed, and the check names it.
    const color = parseColor(draft)
    if (color) change(formatColor(color, settings))
    setDraft(null)
    props.onBlur()
  }
  return (
    <TextBox
      host={host}
      disabled={disabled}
      readonly={readonly}
      error={props.error}
      prefix={<Palette props={props} locked={locked} onPick={change} />}
      suffix={settings.showAlpha ? <Opacity props={props} locked={locked} onPick={change} /> : undefined}
      onClear={value && !locked ? () => change(null) : undefined}
    >
      <input
        {...controlAria(props)}
        ref={input}
        id={props.id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        className={className}
        placeholder={locked ? '' : '#14b8a6'}
        value={draft ?? value ?? ''}
        disabled={disabled}
        readOnly={readonly}
        onChange={(event) => {
          setDraft(event.target.value)
          change(event.target.value.trim() || null)
        }}
        onBlur={leave}
      />
    </TextBox>
  )
}

interface PartProps {
  readonly props: ColorProps
  readonly locked: boolean
  readonly onPick: (value: string) => void
}

function Palette({ props: { value, settings, host, label }, locked, onPick }: PartProps) {
  const color = parseColor(value)
  return (
    <Swatch value={value}>
      <input
        type="color"
        aria-label={`${label} ${host.text('@inputs.openPalette')}`}
        title={host.text('@inputs.openPalette')}
        value={color ? hexOf(color) : '#000000'}
        disabled={locked}
        onChange={(event) => {
          const picked = parseColor(event.target.value)
          if (picked) onPick(formatColor({ ...picked, alpha: color?.alpha ?? 1 }, settings))
        }}
      />
    </Swatch>
  )
}

function Opacity({ props: { value, settings, host, label }, locked, onPick }: PartProps) {
  const color = parseColor(value)
  const percent = Math.round((color?.alpha ?? 1) * 100)
  return (
    <input
      type="range"
      className="loam-color-alpha"
      aria-label={`${label} ${host.text('@inputs.opacity')}`}
      aria-valuetext={`${percent}%`}
      min={0}
      max={100}
      value={percent}
      disabled={locked || !color}
      onChange={(event) => {
        if (color) onPick(formatColor({ ...color, alpha: Number(event.target.value) / 100 }, settings))
      }}
    />
  )
}

/** The colour itself over a chequered ground; struck through while there is none. */
function Swatch({ value, children }: { readonly value: unknown; readonly children?: ReactNode }) {
  const color = parseColor(value)
  return (
    <span className={classes('loam-color-swatch', !color && 'loam-color-none')}>
      {color && (
        <span
          className="loam-color-fill"
          style={{ backgroundColor: formatColor(color, { showAlpha: true, colorFormat: 'rgb' }) }}
        />
      )}
      {children}
    </span>
  )
}

function ColorView({ value }: ViewProps<ColorPickerSettings, string>) {
  if (!value) return null
  return (
    <span className="loam-color-view">
      <Swatch value={value} />
      {value}
    </span>
  )
}

export const widget: Widget<ColorPickerSettings, string> = { definition, Edit: ColorEdit, View: ColorView }
