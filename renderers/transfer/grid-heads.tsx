import type { CSSProperties } from 'react'
import { useHost } from '../host'
import { part } from '../list/roles'
import type { Column, Head } from './rows'

/** Pixels of a line of heads. */
export const HEAD = 36

interface HeadsProps {
  readonly heads: readonly Head[]
  readonly columns: readonly Column[]
  readonly isNested: boolean
  /** There is a column of acts at the end. */
  readonly hasActs: boolean
}

/** The heads above the lines of an import, two lines of them where some stand over others. */
export function Heads({ heads, columns, isNested, hasActs }: HeadsProps) {
  const host = useHost()
  const rows = isNested ? 2 : 1
  const cell = (
    key: string,
    label: string,
    column: number,
    place: CSSProperties,
    more: Partial<Head> = {},
  ) => (
    <span
      key={key}
      {...part('columnheader')}
      tabIndex={-1}
      className="loam-import-head"
      style={{ gridColumn: column, ...place }}
      title={more.help || undefined}
    >
      {label}
      {more.required && (
        <span className="loam-import-star" aria-hidden>
          *
        </span>
      )}
    </span>
  )
  const whole = { gridRow: `1 / span ${rows}` }
  return (
    <div
      {...part('row')}
      tabIndex={-1}
      className="loam-import-heads"
      style={{ gridTemplateRows: `repeat(${rows}, ${HEAD}px)` }}
    >
      {cell('#', '#', 1, whole)}
      {heads.map((head) => {
        const first = columns.findIndex((column) => column.head === head) + 2
        if (!head.children) return cell(head.id, head.fullName, first, whole, head)
        return [
          <span
            key={head.id}
            {...part('columnheader')}
            tabIndex={-1}
            className="loam-import-head"
            data-group=""
            style={{ gridColumn: `${first} / span ${head.children.length}`, gridRow: 1 }}
          >
            {head.fullName}
          </span>,
          ...head.children.map((child, at) =>
            cell(`${head.id} ${child.id}`, child.fullName, first + at, { gridRow: 2 }, child),
          ),
        ]
      })}
      {cell('!', host.text('@transfer.errorColumn'), columns.length + 2, whole)}
      {hasActs && cell('x', '', columns.length + 3, whole)}
    </div>
  )
}
