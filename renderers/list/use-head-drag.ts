import { type DragEvent, useMemo, useRef, useState } from 'react'
import type { TableLayout } from './columns'

type Side = 'before' | 'after'

export interface HeadDrag {
  /** The head that another one is dragged over, and at which side of it that would come to stand. */
  readonly over: { readonly id: string; readonly side: Side } | null
  readonly events: {
    readonly onDragStart: (event: DragEvent<HTMLElement>) => void
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void
    readonly onDrop: (event: DragEvent<HTMLElement>) => void
    readonly onDragEnd: () => void
  }
}

/** Columns that are moved by their heads; each stays in its part of the table, fixed or not. */
export function useHeadDrag(
  { columns }: TableLayout,
  move: (id: string, beside: string, side: Side) => void,
): HeadDrag {
  const [over, setOver] = useState<HeadDrag['over']>(null)
  const dragged = useRef<string | null>(null)
  return useMemo(() => {
    const edgeOf = (id: string) => columns.find((column) => column.id === id)?.fixed
    const target = (event: DragEvent<HTMLElement>): HeadDrag['over'] => {
      const id = event.currentTarget.dataset['column']
      const moved = dragged.current
      if (id === undefined || moved === null || id === moved || edgeOf(id) !== edgeOf(moved)) return null
      const { left, width } = event.currentTarget.getBoundingClientRect()
      return { id, side: event.clientX < left + width / 2 ? 'before' : 'after' }
    }
    const end = () => {
      dragged.current = null
      setOver(null)
    }
    return {
      over,
      events: {
        onDragStart(event) {
          const { column } = event.currentTarget.dataset
          // Taken at its border a column is made wider.
          if (column === undefined || event.currentTarget.querySelector('.loam-list-sizer:active')) {
            event.preventDefault()
            return
          }
          dragged.current = column
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', column)
        },
        onDragOver(event) {
          const to = target(event)
          if (to) event.preventDefault()
          setOver((known) => (known?.id === to?.id && known?.side === to?.side ? known : to))
        },
        onDrop(event) {
          const to = target(event)
          const moved = dragged.current
          if (to && moved !== null) {
            event.preventDefault()
            move(moved, to.id, to.side)
          }
          end()
        },
        onDragEnd: end,
      },
    }
  }, [columns, move, over])
}
