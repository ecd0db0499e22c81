import { type Drop, droppedAt, type MovedTo, mayMove, movedBy, placesOf } from '@runtime/list/moves'
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { childrenOf, type FlatRow } from './flat-rows'
import { idOf, type Row } from './source'

/** A row and where it is put. */
export interface Move extends MovedTo {
  readonly row: Row
}

export interface DragRows {
  /** Keys of a row: Alt with the arrows moves it. True: it was one of them. */
  readonly onKey: (event: KeyboardEvent<HTMLElement>, flat: FlatRow) => boolean
  /** The row that something is dragged over, and what dropping there would do. */
  readonly over: { readonly id: string; readonly drop: Drop } | null
  readonly events: {
    readonly onDragStart: (event: DragEvent<HTMLElement>) => void
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void
    readonly onDrop: (event: DragEvent<HTMLElement>) => void
    readonly onDragEnd: () => void
  }
}

/**
 * Rows that are moved, by pointer or by Alt with the arrows: up and down among siblings; where the list nests, to the right
 * below the row above and to the left beside the parent.
 * @param nests whether a row may become another one's child
 */
export function useDragRows(
  rows: readonly Row[],
  nests: boolean,
  onMove: ((move: Move) => void) | undefined,
): DragRows | null {
  const [over, setOver] = useState<DragRows['over']>(null)
  const dragged = useRef<string | null>(null)
  return useMemo(() => {
    if (!onMove) return null
    const places = placesOf(rows, NESTING)
    const move = (id: string, moved: MovedTo) => {
      const row = places.get(id)?.row
      if (row && mayMove(id, moved, places, nests)) onMove({ row, ...moved })
    }
    const target = (event: DragEvent<HTMLElement>) => {
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
      const id = element?.dataset['row']
      const moved = dragged.current
      if (!element || id === undefined || moved === null || id === moved) return null
      const drop = dropAt(element.getBoundingClientRect(), event.clientY, nests)
      const to = droppedAt(id, drop, places)
      return to && mayMove(moved, to, places, nests) ? { id, drop, to, moved } : null
    }
    const end = () => {
      dragged.current = null
      setOver(null)
    }
    return {
      over,
      onKey(event, { id }) {
        const to = event.altKey ? movedBy(event.key, id, places, nests) : undefined
        if (to === undefined) return false
        if (to) move(id, to)
        return true
      },
      events: {
        onDragStart(event) {
          const element = event.target instanceof HTMLElement ? event.target : null
          dragged.current = element?.dataset['row'] ?? null
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', dragged.current ?? '')
        },
        onDragOver(event) {
          const to = target(event)
          if (to) event.preventDefault()
          setOver((known) =>
            known?.id === to?.id && known?.drop === to?.drop ? known : to && { id: to.id, drop: to.drop },
          )
        },
        onDrop(event) {
          const to = target(event)
          if (to) {
            event.preventDefault()
            move(to.moved, to.to)
          }
          end()
        },
        onDragEnd: end,
      },
    }
  }, [rows, nests, onMove, over])
}

const NESTING = { idOf, childrenOf }

/** The upper and the lower part of a row are before and after it; where rows nest, its middle is below it. */
function dropAt({ top, height }: DOMRect, y: number, nests: boolean): Drop {
  const part = (y - top) / height
  if (nests && part > 0.3 && part < 0.7) return 'inside'
  return part < 0.5 ? 'before' : 'after'
}
