import { Button, Checkbox, Input, InputNumber } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Checkbox/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/InputNumber/style/css.js'
import { useHost } from '@renderers/host'
import { SearchedSelect } from '@renderers/searched-select'
import { type ReactNode, useId } from 'react'

interface ControlProps<T> {
  readonly label: string
  readonly value: T
  readonly isOff: boolean
  readonly onChange: (value: T) => void
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="loam-print-setting">
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  )
}

interface NumberProps extends ControlProps<number | null> {
  readonly min: number
  readonly max: number
  readonly unit?: string
  readonly step?: number
  readonly precision?: number
  readonly placeholder?: string
}

/** A number that may be left empty: null. */
export function NumberControl({ label, value, isOff, onChange, unit, ...limits }: NumberProps) {
  return (
    <Row label={label}>
      <InputNumber
        {...limits}
        aria-label={label}
        size="small"
        disabled={isOff}
        {...(value !== null && { value })}
        {...(value === null && { value: undefined as never })}
        {...(unit !== undefined && { suffix: unit })}
        onChange={(next: number | undefined) => onChange(next ?? null)}
      />
    </Row>
  )
}

interface TextProps extends ControlProps<string> {
  readonly isLong?: boolean
  readonly error?: string | null
}

/** A text, with what is wrong with it below. */
export function TextControl({ label, value, isOff, onChange, isLong = false, error = null }: TextProps) {
  const id = useId()
  const shared = {
    'aria-label': label,
    disabled: isOff,
    value,
    onChange,
    ...(error !== null && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': id }),
  }
  return (
    <Row label={label}>
      {isLong ? (
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} {...shared} />
      ) : (
        <Input size="small" {...shared} />
      )}
      {error !== null && (
        <p id={id} className="loam-print-setting-error">
          {error}
        </p>
      )}
    </Row>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
}

interface ChoiceProps extends ControlProps<string> {
  readonly options: readonly Choice[]
  /** Another text than those can be typed. */
  readonly isOpen?: boolean
}

/** One of several. */
export function ChoiceControl({ label, value, isOff, onChange, options, isOpen = false }: ChoiceProps) {
  const isKnown = options.some((option) => option.value === value)
  const shown = isKnown || value === '' ? options : [{ value, label: value }, ...options]
  return (
    <Row label={label}>
      <SearchedSelect
        aria-label={label}
        size="small"
        disabled={isOff}
        allowCreate={isOpen}
        value={value === '' && !isKnown ? undefined : value}
        options={[...shown]}
        onChange={(next: string) => onChange(next)}
      />
    </Row>
  )
}

export function CheckControl({ label, value, isOff, onChange }: ControlProps<boolean>) {
  return (
    <Checkbox checked={value} disabled={isOff} onChange={onChange}>
      {label}
    </Checkbox>
  )
}

/** A colour as `#rrggbb`; empty: none is set. */
export function ColourControl({ label, value, isOff, onChange }: ControlProps<string>) {
  const host = useHost()
  return (
    <Row label={label}>
      <div className="loam-print-colour">
        <input
          type="color"
          aria-label={label}
          disabled={isOff}
          value={/^#[\da-f]{6}$/i.test(value) ? value : '#000000'}
          onChange={({ target }) => onChange(target.value)}
        />
        <span>{value === '' ? host.text('@printEditor.none') : value}</span>
        <Button
          size="mini"
          disabled={isOff || value === ''}
          aria-label={host.text('@printEditor.clearOf', { name: label })}
          onClick={() => onChange('')}
        >
          {host.text('@printEditor.clear')}
        </Button>
      </div>
    </Row>
  )
}
