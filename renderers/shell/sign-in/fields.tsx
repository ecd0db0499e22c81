import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { useTranslate } from '../use-translate'
import type { Captcha } from './use-captcha'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: string
  readonly hint?: string
  readonly autoFocus?: boolean
  readonly inputMode?: 'numeric' | 'tel'
  readonly maxLength?: number
  readonly onLeave?: () => void
  /** Stands beside the input. */
  readonly beside?: ReactNode
  readonly describedBy?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement>
}

/** A line of text. Plain elements: the library's are not worth waiting for on the first page. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  autoFocus,
  onLeave,
  beside,
  describedBy,
  inputRef,
  ...input
}: FieldProps) {
  const id = useId()
  return (
    <div className="loam-sign-in-field">
      <label htmlFor={id}>{label}</label>
      <div className="loam-sign-in-line">
        <input
          id={id}
          ref={inputRef ?? (autoFocus ? focusOnce : undefined)}
          value={value}
          placeholder=" "
          autoCapitalize="none"
          spellCheck={false}
          title={hint}
          aria-describedby={describedBy}
          {...input}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
        {beside}
      </div>
    </div>
  )
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}

interface PasswordProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete?: 'current-password' | 'new-password'
  readonly inputRef?: Ref<HTMLInputElement>
  readonly describedBy?: string
  readonly autoFocus?: boolean
}

/** A password that can be shown, with a warning while Caps Lock is on. */
export function PasswordField(props: PasswordProps) {
  const {
    label,
    value,
    onChange,
    autoComplete = 'current-password',
    inputRef,
    describedBy = '',
    autoFocus,
  } = props
  const translate = useTranslate()
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className="loam-sign-in-field">
      <label htmlFor={id}>{label}</label>
      <div className="loam-sign-in-password">
        <input
          id={id}
          ref={inputRef ?? (autoFocus ? focusOnce : undefined)}
          type={shown ? 'text' : 'password'}
          value={value}
          placeholder=" "
          autoComplete={autoComplete}
          aria-describedby={`${id}-caps ${describedBy}`.trim()}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={`${translate(shown ? '@shell.hidePassword' : '@shell.showPassword')} ${label}`}
          onClick={() => setShown(!shown)}
        >
          {translate(shown ? '@shell.hidePassword' : '@shell.showPassword')}
        </button>
      </div>
      <p id={`${id}-caps`} className="loam-sign-in-caps" role="status">
        {capsLock ? translate('@shell.capsLock') : ''}
      </p>
    </div>
  )
}

interface CaptchaFieldProps {
  readonly captcha: Captcha
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly renew: () => Promise<void>
  readonly describedBy?: string | undefined
}

/** What the image shows; a click on it draws another. */
export function CaptchaField(props: CaptchaFieldProps) {
  const { captcha, label, value, onChange, renew, describedBy } = props
  const translate = useTranslate()
  const again = () => {
    onChange('')
    void renew()
  }
  return (
    <TextField
      label={label}
      value={value}
      onChange={onChange}
      autoComplete="off"
      inputMode="numeric"
      describedBy={describedBy}
      beside={
        <button
          type="button"
          className="loam-sign-in-image"
          title={translate('@shell.anotherCode')}
          aria-label={translate('@shell.anotherCode')}
          onClick={again}
        >
          {captcha.url !== '' && <img src={captcha.url} alt="" width="120" height="40" />}
        </button>
      }
    />
  )
}

/** What a form has to say: a refusal, or that something has been done. */
export function FormMessage({ text, isGood = false }: { readonly text: string; readonly isGood?: boolean }) {
  return (
    <p className={`loam-sign-in-message${isGood ? ' good' : ''}`} role="alert">
      {text}
    </p>
  )
}
