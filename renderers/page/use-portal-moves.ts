import { type ArrangedCard, movedTo, resized } from '@runtime/page'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useHost } from '../host'

type Cards = readonly ArrangedCard[]

export interface PortalMoves {
  readonly place: React.RefObject<HTMLDivElement | null>
  /** What has just been done, for those who do not see it. */
  readonly message: string
  move(name: string, by: number): void
  size(name: string, columns: number, rows: number): void
  /** Arrows move a card, with Shift they size it. */
  press(event: KeyboardEvent, name: string): void
  /** Drags a card among the others. */
  drag(event: PointerEvent<HTMLElement>, name: string): void
  /** Drags the lower end corner of a card. */
  stretch(event: PointerEvent<HTMLElement>, name: string): void
}

const ARROWS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The ways in which the cards of a portal are arranged; `cards` null: they are not. */
export function usePortalMoves(
  cards: Cards | null,
  change: (cards: Cards) => void,
  titleOf: (name: string) => string,
): PortalMoves {
  const host = useHost()
  const place = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState('')
  const latest = useRef(cards)
  latest.current = cards
  const put = (next: Cards, name: string) => {
    latest.current = next
    change(next)
    const at = next.findIndex((card) => card.name === name)
    const { columns = 0, rows = 0 } = next[at] ?? {}
    setMessage(
      host.text('@page.portalMoved', {
        title: titleOf(name),
        place: at + 1,
        count: next.length,
        columns,
        rows,
      }),
    )
  }
  const move = (name: string, by: number) => {
    const now = latest.current ?? []
    put(movedTo(now, name, now.findIndex((card) => card.name === name) + by), name)
  }
  const size = (name: string, columns: number, rows: number) =>
    put(resized(latest.current ?? [], name, columns, rows), name)
  return {
    place,
    message,
    move,
    size,
    press(event, name) {
      const way = ARROWS[event.key]
      if (!way) return
      event.preventDefault()
      const [columns, rows] = way
      if (event.shiftKey) size(name, columns, rows)
      else move(name, columns + rows)
    },
    drag(event, name) {
      follow(event, ({ clientX, clientY }) => {
        const now = latest.current ?? []
        const over = cardAt(place.current, clientX, clientY)
        const at = now.findIndex((card) => card.name === over)
        if (over !== undefined && over !== name && at >= 0) put(movedTo(now, name, at), name)
      })
    },
    stretch(event, name) {
      const card = event.currentTarget.closest<HTMLElement>('.loam-portal-card')
      const now = latest.current?.find((one) => one.name === name)
      if (!card || !now) return
      const { width, height } = card.getBoundingClientRect()
      const [column, row] = [width / now.columns, height / now.rows]
      const { clientX: startX, clientY: startY } = event
      follow(event, ({ clientX, clientY }) => {
        const held = latest.current?.find((one) => one.name === name) ?? now
        const columns = now.columns + Math.round((clientX - startX) / column) - held.columns
        const rows = now.rows + Math.round((clientY - startY) / row) - held.rows
        if (columns !== 0 || rows !== 0) size(name, columns, rows)
      })
    },
  }
}

/** Hears a pointer until it is lifted. */
function follow(event: PointerEvent<HTMLElement>, moved: (event: globalThis.PointerEvent) => void): void {
  if (event.button !== 0) return
  event.preventDefault()
  const handle = event.currentTarget
  const end = () => {
    window.removeEventListener('pointermove', moved)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', end)
  }
  handle.focus()
  window.addEventListener('pointermove', moved)
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
}

/** The card under a place of the screen. */
function cardAt(grid: HTMLElement | null, x: number, y: number): string | undefined {
  const cards = [...(grid?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  return cards.find((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect()
    return x >= left && x <= right && y >= top && y <= bottom
  })?.dataset['card']
}
