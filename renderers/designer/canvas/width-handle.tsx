import { type Address, found, pathOf } from '@runtime/design/address'
import { definitionOf } from '@runtime/design/dialect'
import type { DesignSession } from '@runtime/design/session'
import { parentOf } from '@runtime/design/targets'
import { asRecord } from '@runtime/json'
import { type PointerEvent, useSyncExternalStore } from 'react'
import { type ChosenBox, drawnBy } from './boxes'

interface WidthHandleProps {
  readonly session: DesignSession
  readonly one: ChosenBox
}

const COLUMNS = 24

/** The right edge of a node: dragged it takes more or fewer of the 24 columns, in one step. */
export function WidthHandle({ session, one }: WidthHandleProps) {
  const isWide = useSyncExternalStore(session.subscribe, () => hasWidth(session, one.node))
  if (!isWide) return null

  function down(event: PointerEvent<HTMLElement>) {
    event.preventDefault()
    event.stopPropagation()
    const handle = event.currentTarget
    const sheet = handle.closest<HTMLElement>('.loam-canvas-sheet')
    const [drawn] = sheet && session.plan ? drawnBy(sheet, session.plan, [one.node]) : []
    const list = drawn?.parentElement?.closest('.loam-form-grid')
    if (!list) return
    const left = handle.parentElement?.getBoundingClientRect().left ?? 0
    const column = list.getBoundingClientRect().width / COLUMNS
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

/** Whether a node says how wide it is, and stands in a list that heeds it: the columns of a sub-table stand in none. */
function hasWidth({ tree, widgets }: DesignSession, node: Address): boolean {
  if (!('span' in asRecord(asRecord(found(tree, node))['__config__']))) return false
  const path = pathOf(tree, node)
  const parent = path && parentOf(tree, path)
  return !parent || definitionOf(asRecord(found(tree, parent)), widgets.catalogue)?.kind !== 'table'
}
