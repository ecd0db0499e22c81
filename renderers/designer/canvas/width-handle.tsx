import { found } from '@runtime/design/address'
import type { NodeBox, SlotBox } from '@runtime/design/place'
import type { DesignSession } from '@runtime/design/session'
import { asRecord } from '@runtime/json'
import type { PointerEvent } from 'react'

interface WidthHandleProps {
  readonly session: DesignSession
  readonly one: NodeBox
  readonly form: SlotBox
}

const COLUMNS = 24

/** The right edge of a node: dragged it takes more or fewer of the 24 columns, in one step. */
export function WidthHandle({ session, one, form }: WidthHandleProps) {
  const width = gridWidth(form, one)
  if (width === undefined || !('span' in asRecord(asRecord(found(session.tree, one.node))['__config__'])))
    return null

  function down(event: PointerEvent<HTMLElement>) {
    event.preventDefault()
    event.stopPropagation()
    const handle = event.currentTarget
    const left = handle.parentElement?.getBoundingClientRect().left ?? 0
    const column = (width ?? 0) / COLUMNS
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => {
      const value = Math.min(COLUMNS, Math.max(1, Math.round((clientX - left) / column)))
      const what = { ...one.node, path: [...one.node.path, '__config__', 'span'] }
      session.run({ do: 'set', what, value }, { typed: true })
    }
    const end = () => {
      session.seal()
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('lostpointercapture', end)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end)
  }

  return <div className="loam-canvas-width" data-tool onPointerDown={down} />
}

/** The width of the list that a node stands in; undefined for columns of a sub-table, which stand in none. */
function gridWidth(slot: SlotBox, one: NodeBox, within?: NodeBox): number | undefined {
  if (slot.items.includes(one)) {
    const left = Math.min(...slot.items.map(({ box }) => box.x))
    const right = Math.max(...slot.items.map(({ box }) => box.x + box.width))
    const isTable = within !== undefined && within.slots?.[0]?.box === within.box
    return isTable ? undefined : Math.max(right - left, slot.box.width - 2 * PADDING)
  }
  for (const item of slot.items)
    for (const inner of item.slots ?? []) {
      const width = gridWidth(inner, one, item)
      if (width !== undefined) return width
    }
  return undefined
}

/** What a container keeps free at its sides, at most. */
const PADDING = 16
