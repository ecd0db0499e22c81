import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconArrowDown, IconArrowUp, IconDelete, IconPlus } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { useHost } from '../../../host'

/** A list that is edited row by row: each can be moved and taken away, and new ones come at the end. */
export function Rows<T>({
  id,
  label,
  rows,
  made,
  onChange,
  acts,
  below,
  children,
}: {
  readonly id: string
  readonly label: string
  readonly rows: readonly T[]
  readonly made: () => T
  readonly onChange: (rows: readonly T[]) => void
  /** Beside the button that adds one. */
  readonly acts?: ReactNode
  /** What stands below a row, with buttons of its own. */
  readonly below?: (row: T, set: (row: T) => void, index: number) => ReactNode
  readonly children: (row: T, set: (row: T) => void, index: number) => ReactNode
}) {
  const host = useHost()
  const word = (key: string, index: number) => host.text(`@design.editor.${key}`, { number: index + 1 })
  const swap = (one: number, other: number) => {
    const next = [...rows]
    const [left, right] = [next[one], next[other]]
    if (left === undefined || right === undefined) return
    next[one] = right
    next[other] = left
    onChange(next)
  }
  return (
    <fieldset id={id} aria-label={label} style={{ minWidth: 0 }}>
      <ul className="loam-inspector-rows">
        {rows.map((row, index) => {
          const set = (next: T) => onChange(rows.with(index, next))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that tells them apart.
            <li key={index} className="loam-inspector-row">
              <div className="loam-inspector-boxes">{children(row, set, index)}</div>
              <div className="loam-inspector-acts">
                <Button
                  size="mini"
                  type="text"
                  icon={<IconArrowUp />}
                  aria-label={word('up', index)}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                />
                <Button
                  size="mini"
                  type="text"
                  icon={<IconArrowDown />}
                  aria-label={word('down', index)}
                  disabled={index === rows.length - 1}
                  onClick={() => swap(index, index + 1)}
                />
                <Button
                  size="mini"
                  type="text"
                  icon={<IconDelete />}
                  aria-label={word('remove', index)}
                  onClick={() => onChange(rows.filter((_, at) => at !== index))}
                />
              </div>
              {below?.(row, set, index)}
            </li>
          )
        })}
      </ul>
      <div className="loam-inspector-acts">
        <Button size="mini" icon={<IconPlus />} onClick={() => onChange([...rows, made()])}>
          {host.text('@design.editor.add')}
        </Button>
        {acts}
      </div>
    </fieldset>
  )
}
