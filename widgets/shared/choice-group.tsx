import '@arco-design/web-react/es/Radio/style/css.js'
import '@arco-design/web-react/es/Checkbox/style/css.js'
import './choice-group.css'
import { choiceIndex } from '@runtime/widget/choice'
import type { Option } from '@runtime/widget/definition'
import { useLayoutEffect, useRef } from 'react'
import type { EditProps } from '../widget'
import { ChoiceBox } from './choice-box'
import { classes, controlAria } from './control'
import { OptionStates } from './option-states'

/** What radio and checkbox settings share. */
export interface GroupSettings {
  readonly direction: 'horizontal' | 'vertical'
  readonly optionType: 'default' | 'button'
  readonly border: boolean
  readonly size: 'mini' | 'small' | 'default' | 'large'
}

interface ChoiceGroupProps {
  readonly type: 'radio' | 'checkbox'
  readonly props: EditProps<GroupSettings, unknown>
  readonly chosen: readonly unknown[]
  readonly onChoose: (option: Option, on: boolean) => void
}

/** More choices than anybody reads side by side: beyond, they open as a list that can be searched. */
const MOST_DRAWN = 200

/** Radios or checkboxes, or for a great many choices a box that opens a list of them. */
export function ChoiceGroup(group: ChoiceGroupProps) {
  const { type, props } = group
  if (props.options.length <= MOST_DRAWN) return <Choices {...group} />
  return <ChoiceBox props={props} multiple={type === 'checkbox'} filterable clearable />
}

/** A group of native radios or checkboxes in the library's dress: arrows, space and Tab as the platform has them. */
function Choices({ type, props, chosen, onChoose }: ChoiceGroupProps) {
  const { settings, host, options, id } = props
  const group = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!props.autoFocus) return
    const inputs = group.current?.querySelectorAll('input')
    ;[...(inputs ?? [])]
      .find((input) => input.checked || input === inputs?.[0])
      ?.focus({ preventScroll: true })
  }, [props.autoFocus])
  const keys = new Set(chosen.map(String))
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: `aria-required` belongs to a radio group.
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a radiogroup or a group.
    <div
      {...controlAria(props)}
      {...(type === 'checkbox' ? { 'aria-required': undefined } : {})}
      ref={group}
      id={id}
      role={type === 'radio' ? 'radiogroup' : 'group'}
      aria-readonly={type === 'radio' && props.readonly ? true : undefined}
      className={groupClass(settings, props)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur()
      }}
    >
      {withStrangers(options, chosen, host).map((option) => (
        <Choice
          key={String(option.value)}
          type={type}
          props={props}
          option={option}
          checked={keys.has(String(option.value))}
          onChoose={onChoose}
        />
      ))}
      <OptionStates
        state={props.optionsState}
        count={options.length}
        host={host}
        onRetry={props.reloadOptions}
      />
    </div>
  )
}

function groupClass({ direction, optionType, size }: GroupSettings, { error }: EditProps<object, unknown>) {
  return classes(
    'loam-choices',
    `loam-choices-${direction}`,
    optionType === 'button' &&
      `arco-radio-group arco-radio-group-type-button arco-radio-size-${size} arco-radio-group-direction-${direction}`,
    error !== null && 'loam-choices-error',
  )
}

function Choice({
  type,
  props,
  option,
  checked,
  onChoose,
}: Omit<ChoiceGroupProps, 'chosen'> & { readonly option: Option; readonly checked: boolean }) {
  const { settings, host, id, readonly } = props
  const disabled = props.disabled || option.disabled === true
  const button = settings.optionType === 'button'
  const className = button ? 'arco-radio-button' : `arco-${type}`
  const state = `arco-${button ? 'radio' : type}`
  return (
    <label
      className={classes(
        'loam-choice',
        className,
        checked && `${state}-checked`,
        disabled && `${state}-disabled`,
        settings.border && !button && 'loam-choice-border',
      )}
    >
      <input
        type={type}
        name={type === 'radio' ? id : undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => {
          if (!readonly) onChoose(option, event.target.checked)
        }}
      />
      {button ? (
        <span className="arco-radio-button-inner">{host.text(option.label)}</span>
      ) : (
        <>
          <span className={`arco-icon-hover arco-${type}-icon-hover arco-${type}-mask-wrapper`}>
            <span className={`loam-choice-mask arco-${type}-mask`}>{type === 'checkbox' && <Tick />}</span>
          </span>
          <span className={`arco-${type}-text`}>{host.text(option.label)}</span>
        </>
      )}
    </label>
  )
}

function Tick() {
  return (
    <svg className="arco-checkbox-mask-icon" aria-hidden="true" viewBox="0 0 1024 1024" fill="currentColor">
      <path d="M877.44815445 206.10060629a64.72691371 64.72691371 0 0 0-95.14856334 4.01306852L380.73381888 685.46812814 235.22771741 533.48933518a64.72691371 64.72691371 0 0 0-92.43003222-1.03563036l-45.82665557 45.82665443a64.72691371 64.72691371 0 0 0-0.90617629 90.61767965l239.61903446 250.10479331a64.72691371 64.72691371 0 0 0 71.19960405 15.14609778 64.33855261 64.33855261 0 0 0 35.08198741-21.23042702l36.24707186-42.71976334 40.5190474-40.77795556-3.36579926-3.49525333 411.40426297-486.74638962a64.72691371 64.72691371 0 0 0-3.88361443-87.64024149l-45.3088404-45.43829334z" />
    </svg>
  )
}

/** A chosen value that is no longer among the choices stays in view, so that the screen does not hide what is stored. */
function withStrangers(
  options: readonly Option[],
  chosen: readonly unknown[],
  host: EditProps<object, unknown>['host'],
): readonly Option[] {
  if (chosen.length === 0) return options
  const index = choiceIndex(options, host)
  const strangers = chosen.filter((value) => !index.find(value))
  return strangers.length === 0
    ? options
    : [...options, ...strangers.map((value) => ({ value, label: String(value) }))]
}
