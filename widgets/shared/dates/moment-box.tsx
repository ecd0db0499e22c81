import { LazyFallback } from '../lazy'
import './dates.css'
import { Trigger } from '@arco-design/web-react'
import type { Range } from '@runtime/widget/moment-bound'
import { useLayoutEffect } from 'react'
import type { EditProps } from '../../widget'
import { classes, controlAria } from '../control'
import { TextBox, useInputClass } from '../text-box'
import type { MomentKind } from './kind'
import { heldValue, type MomentBoxState, useMomentBox } from './use-moment-box'

interface MomentBoxProps<V> {
  readonly props: EditProps<object, V>
  readonly kind: MomentKind<V>
  readonly range: Range
  /** In a table cell: no frame, focused and open at once. */
  readonly bare?: boolean
}

/**
 * A native input in the library's dress that opens a calendar or clock. Closed it is a handful of elements, so nothing
 * lighter stands in for it; the panel is loaded and made when it opens. Focus stays in the input.
 */
export function MomentBox<V>({ props, kind, range, bare = false }: MomentBoxProps<V>) {
  const locked = props.readonly || range.closed
  const state = useMomentBox(props, kind, { locked, bare })
  const { input } = state
  useLayoutEffect(() => {
    if (props.autoFocus || bare) input.current?.focus({ preventScroll: true })
    if (bare) input.current?.select()
  }, [props.autoFocus, bare, input])
  const control = <Control props={props} kind={kind} state={state} locked={locked} bare={bare} />
  const clearable = props.value !== null && !props.disabled && !locked
  return (
    <div className="loam-moment" title={range.closed ? props.host.text('@dates.closedRange') : undefined}>
      {bare ? (
        control
      ) : (
        <TextBox
          host={props.host}
          disabled={props.disabled}
          readonly={locked}
          error={props.error}
          suffix={<Opener state={state} icon={kind.icon} />}
          onClear={clearable ? () => props.onChange(null) : undefined}
        >
          {control}
        </TextBox>
      )}
      {state.open && <Popup props={props} kind={kind} range={range} state={state} />}
    </div>
  )
}

function panelId(id: string): string {
  return `${id}-panel`
}

function Control<V>({
  props,
  kind,
  state,
  locked,
  bare,
}: Omit<MomentBoxProps<V>, 'range'> & { readonly state: MomentBoxState<V>; readonly locked: boolean }) {
  const className = useInputClass(props.disabled)
  return (
    <input
      {...controlAria(props)}
      ref={state.input}
      id={props.id}
      type="text"
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={state.open}
      aria-controls={state.open ? panelId(props.id) : undefined}
      autoComplete="off"
      inputMode={/[^\d\s:/.-]/.test(kind.format.replace(/[a-z]/gi, '')) ? 'text' : 'numeric'}
      className={classes(bare ? 'loam-cell-input' : className, 'loam-moment-input')}
      placeholder={locked ? undefined : props.placeholder || kind.placeholder}
      value={state.text}
      disabled={props.disabled}
      readOnly={locked}
      onChange={(event) => state.type(event.target.value)}
      onClick={state.show}
      onKeyDown={state.press}
      onBlur={state.leave}
    />
  )
}

/** The icon opens too; it is for the pointer only, since the input opens by keyboard. */
function Opener<V>({
  state,
  icon,
}: {
  readonly state: MomentBoxState<V>
  readonly icon: MomentKind<V>['icon']
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input has the role and the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the role and the keyboard.
    <span
      className={`loam-moment-icon loam-moment-icon-${icon}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        state.input.current?.focus()
        if (state.open) state.hide()
        else state.show()
      }}
    />
  )
}

function Popup<V>({ props, kind, range, state }: MomentBoxProps<V> & { readonly state: MomentBoxState<V> }) {
  const { Panel } = kind
  const panel = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the input.
    <div
      id={panelId(props.id)}
      role="dialog"
      aria-label={props.label}
      className="loam-moment-panel"
      // The input keeps the focus, so that leaving it closes the panel.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
    >
      <LazyFallback shown={<div className="loam-moment-waiting" />}>
        <Panel
          value={heldValue(kind, props.value)}
          format={kind.format}
          dayTime={kind.dayTime}
          range={range}
          host={props.host}
          onPick={state.pick}
          onClose={state.hide}
        />
      </LazyFallback>
    </div>
  )
  return (
    <Trigger
      popupVisible
      trigger={[]}
      position="bl"
      popupAlign={{ bottom: 4, top: 4 }}
      clickOutsideToClose={false}
      escToClose={false}
      popup={() => panel}
    >
      <span className="loam-moment-anchor" aria-hidden="true" />
    </Trigger>
  )
}
