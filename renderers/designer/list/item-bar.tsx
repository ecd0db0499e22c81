import type { ItemList } from '@runtime/design/list/edits'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { pressItemKey } from './item-keys'
import type { ListActs } from './use-list-acts'

interface ItemBarProps {
  readonly title: string
  readonly of: ItemList
  readonly acts: ListActs
  readonly chosen: string | null
  readonly onChoose: (key: string) => void
  /** Items that are chosen besides. */
  readonly picked?: readonly string[]
  /** Ctrl with a press chooses an item besides the others; absent: one at a time is chosen. */
  readonly onPick?: (key: string) => void
  /** How wide a column is drawn. */
  readonly widthOf?: (key: string) => number | undefined
  /** Takes a column that is dropped on an item; absent: an item dropped there is moved. */
  readonly onColumn?: (column: string, key: string) => void
  /** What adds to them. */
  readonly children: ReactNode
}

const isBesides = ({ ctrlKey, metaKey }: MouseEvent | KeyboardEvent) => ctrlKey || metaKey

/** What a dragged column is carried as. */
const COLUMN = 'application/x-loam-column'

/** The items of one list in their order: chosen by a press, moved by drag or key. */
export function ItemBar(props: ItemBarProps) {
  const { title, of, acts, chosen, onChoose, picked = [], onPick, widthOf, onColumn, children } = props
  const place = useRef<HTMLDivElement>(null)
  const dragged = useRef<string | null>(null)
  const items = acts.items(of)
  /** What was moved, else what stands where it stood, is where the keys are. */
  const focus = (key: string, at: number) =>
    requestAnimationFrame(() => {
      const all = [...(place.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
      const next = all.find((one) => one.dataset['item'] === key) ?? all[Math.min(at, all.length - 1)]
      next?.focus()
    })
  return (
    <fieldset className="loam-list-design-bar">
      <legend>{title}</legend>
      <div ref={place} className="loam-list-design-items">
        {items.map(({ key, label, index }, at) => (
          <button
            key={key}
            type="button"
            className="loam-list-design-item"
            data-item={key}
            aria-pressed={chosen === key || picked.includes(key)}
            draggable={!onColumn}
            onClick={(event) => (onPick && isBesides(event) ? onPick(key) : onChoose(key))}
            onKeyDown={(event) => {
              if (onPick && event.key === 'Enter' && isBesides(event)) {
                event.preventDefault()
                onPick(key)
                return
              }
              if (!pressItemKey(event, { acts, of, key, width: widthOf?.(key) })) return
              event.preventDefault()
              focus(key, at)
            }}
            onDragStart={(event) => {
              dragged.current = key
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', label)
              if (of === 'columnList') event.dataTransfer.setData(COLUMN, key)
            }}
            onDragOver={(event) => {
              const isColumn = onColumn && event.dataTransfer.types.includes(COLUMN)
              if (isColumn || dragged.current !== null) event.preventDefault()
            }}
            onDrop={(event) => {
              event.preventDefault()
              const column = event.dataTransfer.getData(COLUMN)
              if (onColumn && column !== '') onColumn(column, key)
              if (dragged.current !== null) acts.move(of, dragged.current, index)
              dragged.current = null
            }}
            onDragEnd={() => {
              dragged.current = null
            }}
          >
            {label}
          </button>
        ))}
        {children}
      </div>
    </fieldset>
  )
}
