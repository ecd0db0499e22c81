import { Button, Input } from '@arco-design/web-react'
import '@arco-design/web-react/es/Input/style/css.js'
import { useState } from 'react'
import { useHost } from '../host'
import type { GridProps } from './grid'
import { faultAt, hasCell, linesOf, numberOf, pathOf, textAt } from './rows'

/** Cards that are drawn at first, and with each press for more. */
const PART = 20

/** The rows on a phone: a card each, what is wrong below its field. */
export function Cards({ columns, rows, onEdit, onRemove }: GridProps) {
  const host = useHost()
  const [count, setCount] = useState(PART)
  const lines = linesOf(rows.slice(0, count), columns)
  return (
    <ul className="loam-import-cards">
      {rows.slice(0, count).map((row, index) => (
        <li key={row.key} data-faulty={row.wire.errors.length > 0 ? '' : undefined}>
          <div className="loam-import-card-head">
            <strong>{host.text('@transfer.rowNumber', { row: numberOf(row.wire) ?? index + 1 })}</strong>
            {onRemove && (
              <Button type="text" status="danger" size="small" onClick={() => onRemove(row.key)}>
                {host.text('@transfer.remove')}
              </Button>
            )}
          </div>
          {row.wire.errors
            .filter(({ path }) => path === '')
            .map(({ message }) => (
              <p key={message} className="loam-import-fault">
                {message}
              </p>
            ))}
          {lines
            .filter((line) => line.row === row)
            .flatMap((line) =>
              columns
                .filter((column) => hasCell(line, column))
                .map((column) => {
                  const path = pathOf(column, line.at)
                  const fault = faultAt(line, column)
                  const text = textAt(line, column)
                  if (text === '' && fault === null && !onEdit) return null
                  const label =
                    column.table === null
                      ? column.label
                      : `${column.head.fullName} ${line.at + 1} · ${column.label}`
                  return (
                    // biome-ignore lint/a11y/noLabelWithoutControl: the input is within it.
                    <label key={path} className="loam-import-card-field">
                      <span>{label}</span>
                      {onEdit ? (
                        <Input
                          key={text}
                          defaultValue={text}
                          error={fault !== null}
                          aria-invalid={fault !== null}
                          onBlur={(event) => {
                            const next = event.target.value.trim()
                            if (next !== text) onEdit(line, column, next)
                          }}
                        />
                      ) : (
                        <span>{text}</span>
                      )}
                      {fault !== null && <span className="loam-import-fault">{fault}</span>}
                    </label>
                  )
                }),
            )}
        </li>
      ))}
      {rows.length > count && (
        <li className="loam-import-more">
          <Button long onClick={() => setCount((now) => now + PART)}>
            {host.text('@transfer.more', { count: rows.length - count })}
          </Button>
        </li>
      )}
    </ul>
  )
}
