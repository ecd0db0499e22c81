import type { Option } from '@runtime/widget/definition'
import type { RowColumn } from '@runtime/widget/row-choice'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { EditProps } from '../../widget'
import { ChoiceBox } from '../choice-box'
import { TypedAheadContext } from '../picker'
import type { Chosen } from './chosen'
import { textOf } from './text-of'
import type { DataRow, LoadRows } from './use-rows'
import { useShortRows } from './use-short-rows'

export interface ShortChoiceProps {
  readonly props: EditProps<object, unknown>
  readonly items: readonly Chosen[]
  readonly member: { readonly value: string; readonly text: string }
  readonly columns: readonly RowColumn[]
  readonly clearable: boolean
  readonly bare: boolean
  readonly loader: () => LoadRows
  readonly onTake: (row: DataRow) => void
  readonly onClear: () => void
  /** The table, made while it is open. */
  readonly dialog: (close: () => void) => ReactNode
}

/** Columns beside the name by which a row of the list is found. */
const BESIDE = 2

/**
 * One row of a short list, by typing: the list narrows below the field. A press opens the table, in which the list of a
 * cell has its last line, and so does typing where there are too many rows for a list: what was typed is searched for there.
 */
export function ShortChoice(choice: ShortChoiceProps) {
  const { props, items, member, columns, bare, loader, dialog } = choice
  const { host } = props
  const { rows, state, isLong, ask } = useShortRows(loader, host)
  const [open, setOpen] = useState(false)
  // Told before the focus goes into the dialog: the field is not left by that.
  const isOpen = useRef(false)
  const show = () => {
    isOpen.current = true
    setOpen(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is known.
  useEffect(() => {
    if (isLong) show()
  }, [isLong])
  const options = useMemo(
    () =>
      rows.length === 0
        ? items.filter(({ isGone }) => !isGone).map(({ key, text }): Option => ({ value: key, label: text }))
        : rows.map(
            (row): Option => ({ value: row[member.value], label: labelOf(row, member.text, columns) }),
          ),
    [rows, items, member.value, member.text, columns],
  )
  const [begun] = useState(() => (bare ? typedOnCell() : ''))
  /** What was typed and has narrowed no list yet. */
  const typed = useRef(begun)
  const typedAhead = useMemo(
    () => ({
      take() {
        const text = typed.current
        typed.current = ''
        return text
      },
    }),
    [],
  )
  return (
    <div
      className="loam-short-choice"
      onInputCapture={({ target }) => {
        typed.current = (target as HTMLInputElement).value
      }}
    >
      <ChoiceBox
        props={{
          ...props,
          options,
          optionsState: state,
          reloadOptions: ask,
          placeholder: props.placeholder || host.text('@picker.placeholder'),
          onBlur: () => {
            if (isOpen.current) return
            typed.current = ''
            props.onBlur()
          },
          onChange: (value: unknown) => {
            if (value === null) return choice.onClear()
            const row = rows.find((one) => one[member.value] === value)
            typed.current = ''
            if (row) choice.onTake(row)
          },
        }}
        multiple={false}
        filterable
        clearable={choice.clearable}
        bare={bare}
        nameOf={(value) => items.find(({ key }) => key === String(value))?.text ?? String(value)}
        begun={begun}
        onOpen={ask}
        table={{ text: host.text('@dataWidgets.openTable'), open: show, atPress: !bare }}
      />
      {open && (
        <TypedAheadContext value={typedAhead}>
          {dialog(() => {
            isOpen.current = false
            setOpen(false)
          })}
        </TypedAheadContext>
      )}
    </div>
  )
}

/** A cell of a table takes the letters itself until its field is here. */
function typedOnCell(): string {
  const { activeElement } = document
  const isCell = activeElement instanceof HTMLInputElement && activeElement.dataset['anchor'] !== undefined
  return isCell ? activeElement.value : ''
}

/** A row's name, with what else it is found by. */
function labelOf(row: DataRow, name: string, columns: readonly RowColumn[]): string {
  const others = columns.filter(({ value }) => value !== name).slice(0, BESIDE)
  const texts = [name, ...others.map(({ value }) => value)].map((member) => textOf(row[member]))
  return texts.filter((text) => text !== '').join(' · ')
}
