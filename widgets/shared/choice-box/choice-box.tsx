import '@arco-design/web-react/es/Select/style/css.js'
import './choice-box.css'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { classes, controlAria, useControlSize } from '../control'
import { OptionStates } from '../option-states'
import { Popup } from '../popup'
import { BoxEnd, ChosenTags } from './box-parts'
import { ChoiceList, rowId } from './choice-list'
import { pressKey } from './keys'
import { useTypeahead } from './typeahead'
import { type ChoiceBoxProps, type ChoiceBoxState, useChoiceBox } from './use-choice-box'

/**
 * A field that opens a list or tree of choices. Closed it is a handful of elements, which is why it needs no lighter
 * stand-in; the list is made when it opens. Focus never leaves the combobox, so leaving it closes the list.
 */
export function ChoiceBox(box: ChoiceBoxProps) {
  const { props, multiple, bare } = box
  const state = useChoiceBox(box)
  const frame = useRef<HTMLDivElement>(null)
  const control = useRef<HTMLElement>(null)
  const size = useControlSize()
  const [near, setNear] = useState(false)
  const { show, search } = state
  useLayoutEffect(() => {
    if (props.autoFocus || bare) control.current?.focus({ preventScroll: true })
  }, [props.autoFocus, bare])
  // Before the next key: what has begun stands in the field when that comes, which else would begin anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is mounted.
  useLayoutEffect(() => {
    if (!bare) return
    if (box.begun) search(box.begun)
    else show()
  }, [])
  return (
    <div
      ref={frame}
      onPointerEnter={near ? undefined : () => setNear(true)}
      className={classes(
        'loam-choice-box arco-select',
        multiple ? 'arco-select-multiple loam-choice-box-multiple' : 'arco-select-single',
        `arco-select-size-${size}`,
        props.disabled && 'arco-select-disabled',
        props.readonly && 'loam-choice-box-readonly',
        props.error !== null && 'arco-select-error',
        state.open && 'arco-select-open',
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
          if (!props.disabled) control.current?.focus({ preventScroll: true })
        }}
        onClick={() => {
          if (box.table?.atPress && !state.open && !state.locked) box.table.open()
          else if (state.open && !box.filterable) state.hide()
          else state.show()
        }}
      >
        {multiple && (
          <ChosenTags
            host={props.host}
            items={state.chosen.map((item) => ({ key: String(item), text: state.label(item) }))}
            locked={state.locked}
            onRemove={(_, index) => state.remove(state.chosen[index])}
          />
        )}
        <Combobox box={box} state={state} control={control} />
        <BoxEnd
          host={props.host}
          readonly={props.readonly}
          onClear={
            near && box.clearable && !state.locked && state.chosen.length > 0
              ? () => {
                  state.clear()
                  state.hide()
                }
              : null
          }
        />
      </div>
      {state.open && <Choices box={box} state={state} anchor={frame} />}
    </div>
  )
}

function listIdOf({ id }: ChoiceBoxProps['props']): string {
  return `${id}-choices`
}

function textOf({ props }: ChoiceBoxProps, { chosen, label, stranger }: ChoiceBoxState): string {
  return chosen
    .map((item) =>
      stranger(item) && props.optionsState === 'loading' ? props.host.text('@widgets.loading') : label(item),
    )
    .join(', ')
}

interface Part {
  readonly box: ChoiceBoxProps
  readonly state: ChoiceBoxState
}

/** The element that has the focus: an input where typing narrows the list, else text. */
function Combobox({ box, state, control }: Part & { readonly control: RefObject<HTMLElement | null> }) {
  const { props, multiple, filterable, tree } = box
  const { disabled, readonly, placeholder, id } = props
  const text = textOf(box, state)
  const typeahead = useTypeahead(state, props.host)
  const list = listIdOf(props)
  const attributes = {
    ...controlAria(props),
    id,
    role: 'combobox',
    'aria-haspopup': tree ? 'tree' : 'listbox',
    'aria-expanded': state.open,
    'aria-controls': state.open ? list : undefined,
    'aria-activedescendant': state.open && state.rows.length > 0 ? rowId(list, state.active) : undefined,
    'aria-disabled': disabled || undefined,
    'aria-readonly': readonly || undefined,
    onBlur: () => {
      state.hide()
      props.onBlur()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!pressKey(event, box, state) && !(!filterable && typeahead(event))) return
      event.preventDefault()
      event.stopPropagation()
    },
  } as const
  // Whoever types in the closed field begins anew, and does not add to what stands there.
  useLayoutEffect(() => {
    const field = control.current
    if (!state.open && field instanceof HTMLInputElement && document.activeElement === field) field.select()
  }, [state.open, control])
  const empty = state.chosen.length === 0
  if (!filterable || state.locked)
    return (
      <div
        {...attributes}
        ref={control as RefObject<HTMLDivElement>}
        tabIndex={disabled ? -1 : 0}
        className={classes(
          'loam-choice-text',
          empty && 'loam-choice-placeholder',
          multiple && !empty && 'loam-choice-unseen',
        )}
        title={text || undefined}
      >
        {empty ? placeholder : text}
      </div>
    )
  return (
    <input
      {...attributes}
      ref={control as RefObject<HTMLInputElement>}
      type="text"
      autoComplete="off"
      aria-autocomplete="list"
      className="loam-choice-text"
      // What is chosen stands there until something is typed.
      placeholder={state.open && !multiple && text ? text : empty || !multiple ? placeholder : undefined}
      value={state.open || multiple ? state.query : text}
      onFocus={({ currentTarget }) => state.open || currentTarget.select()}
      onChange={(event) => state.search(event.target.value)}
    />
  )
}

function Choices({ box, state, anchor }: Part & { readonly anchor: RefObject<HTMLElement | null> }) {
  const { props, multiple, tree = false } = box
  return (
    <Popup anchor={anchor} className="loam-choice-popup">
      {state.rows.length > 0 && (
        <ChoiceList
          id={listIdOf(props)}
          label={props.label}
          tree={tree}
          multiple={multiple}
          rows={state.rows}
          active={state.active}
          query={state.sought}
          isChosen={state.isChosen}
          isLocked={state.isLocked}
          onChoose={state.choose}
          onFold={state.fold}
          onHover={state.setActive}
        />
      )}
      <OptionStates
        state={props.optionsState}
        count={state.rows.length}
        searching={state.sought !== ''}
        host={props.host}
        onRetry={props.reloadOptions}
      />
      {box.table && (
        <button
          type="button"
          tabIndex={-1}
          className="loam-choice-table"
          // The field keeps the focus until the table has it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={box.table.open}
        >
          {box.table.text}
        </button>
      )}
    </Popup>
  )
}
