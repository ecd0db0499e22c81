import '@arco-design/web-react/es/Input/style/css.js'
import '../shared/hint.css'
import '../shared/icon-act.css'
import './key-value.css'
import { IconDelete, IconDown, IconPlus, IconUp } from '@arco-design/web-react/icon'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { classes, controlAria } from '../shared/control'
import { IconAct } from '../shared/icon-act'
import { useText } from '../shared/use-text'
import type { EditProps } from '../widget'
import { type KeyValue, type KeyValueSettings, twice } from './definition'
import { type DraftRow, emptyRow, useRows } from './use-rows'

type KeyValueProps = EditProps<KeyValueSettings, KeyValue>

/** So many rows are drawn at once; the rest when they are asked for. */
const PAGE = 100

/** Rows of two boxes each. Enter in the last one begins another, Alt+arrows move a row. */
export function KeyValueEdit(props: KeyValueProps) {
  const { id, settings, label, host, disabled, readonly, error } = props
  const { rows, change } = useRows(props.value, settings, props.onChange)
  const [shown, setShown] = useState(PAGE)
  const [wanted, setWanted] = useState(props.autoFocus ? rows[0]?.id : undefined)
  const list = useRef<HTMLUListElement>(null)
  const isLocked = disabled || readonly
  const repeated = new Set([...twice(rows).values()].flat())
  useEffect(() => {
    if (wanted === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-row="${wanted}"] input`)?.focus()
    setWanted(undefined)
  }, [wanted])
  const add = () => {
    const row = emptyRow()
    change([...rows, row])
    setShown(Math.max(shown, rows.length + 1))
    setWanted(row.id)
  }
  const remove = (index: number) => {
    const left = rows.toSpliced(index, 1)
    const next = left.length > 0 ? left : [emptyRow()]
    change(next)
    setWanted(next[Math.min(index, next.length - 1)]?.id)
  }
  const move = (index: number, to: number) => {
    const row = rows[index]
    if (!row || to < 0 || to >= rows.length) return
    change(rows.toSpliced(index, 1).toSpliced(to, 0, row))
    setWanted(row.id)
  }
  return (
    <div className="loam-key-values">
      <datalist id={`${id}-names`}>
        {settings.names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ul
        ref={list}
        className="loam-key-values-list"
        aria-label={label || undefined}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur()
        }}
      >
        {rows.slice(0, shown).map((row, index) => (
          <Row
            key={row.id}
            props={props}
            row={row}
            index={index}
            isWrong={error !== null && (index === 0 || repeated.has(index + 1) || row.name.trim() === '')}
            onChange={(changed) => change(rows.with(index, changed))}
            onKeyDown={(event) => {
              if (isLocked) return
              const isEnd = event.key === 'Enter' && index === rows.length - 1 && row.name !== ''
              if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
                move(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
              else if (isEnd && rows.length < settings.max) add()
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
          >
            {!isLocked && (
              <>
                <IconAct
                  icon={<IconUp />}
                  name={host.text('@keyValue.moveUp', { row: index + 1 })}
                  isOff={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconAct
                  icon={<IconDown />}
                  name={host.text('@keyValue.moveDown', { row: index + 1 })}
                  isOff={index === rows.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconAct
                  icon={<IconDelete />}
                  name={host.text('@keyValue.remove', { row: index + 1 })}
                  onClick={() => remove(index)}
                />
              </>
            )}
          </Row>
        ))}
      </ul>
      {rows.length > shown && (
        <button type="button" className="loam-row-add" onClick={() => setShown(shown + PAGE)}>
          {host.text('@keyValue.more', { count: rows.length - shown })}
        </button>
      )}
      {!isLocked && rows.length < settings.max && (
        <button type="button" className="loam-row-add" onClick={add}>
          <IconPlus aria-hidden="true" /> {host.text('@keyValue.add')}
        </button>
      )}
    </div>
  )
}

interface RowProps {
  readonly props: KeyValueProps
  readonly row: DraftRow
  readonly index: number
  readonly isWrong: boolean
  readonly onChange: (row: DraftRow) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly children: React.ReactNode
}

const Row = memo(function Row({ props, row, index, isWrong, onChange, onKeyDown, children }: RowProps) {
  const { id, settings, host, label, error } = props
  const named = (text: KeyValueSettings['nameText']) =>
    `${label} ${host.text('@keyValue.row', { row: index + 1 })} ${host.text(text)}`.trim()
  return (
    <li className="loam-key-value" data-row={row.id}>
      <Box
        props={props}
        id={index === 0 ? id : `${id}_${row.id}`}
        label={named(settings.nameText)}
        error={isWrong ? error : null}
        placeholder={host.text(settings.nameText)}
        list={`${id}-names`}
        value={row.name}
        onChange={(name) => onChange({ ...row, name })}
        onKeyDown={onKeyDown}
      />
      <Box
        props={props}
        id={`${id}_${row.id}_value`}
        label={named(settings.valueText)}
        error={null}
        placeholder={host.text(settings.valueText)}
        value={row.value}
        onChange={(value) => onChange({ ...row, value })}
        onKeyDown={onKeyDown}
      />
      <span className="loam-key-value-acts">{children}</span>
    </li>
  )
})

interface BoxProps {
  readonly props: KeyValueProps
  readonly id: string
  readonly label: string
  readonly error: string | null
  readonly placeholder: string
  readonly list?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function Box({ props, id, label, error, list, value, onChange, onKeyDown, ...rest }: BoxProps) {
  const { disabled, readonly, required } = props
  const text = useText(value, (next) => onChange(next ?? ''))
  return (
    <input
      {...rest}
      {...text}
      {...controlAria({ id: props.id, label, error, required: required && list !== undefined })}
      id={id}
      list={list}
      type="text"
      autoComplete="off"
      spellCheck={false}
      className={classes(
        'loam-key-value-box arco-input arco-input-size-default',
        disabled && 'arco-input-disabled',
        readonly && 'loam-key-value-readonly',
        error !== null && 'arco-input-error',
      )}
      disabled={disabled}
      readOnly={readonly}
      onKeyDown={onKeyDown}
    />
  )
}
