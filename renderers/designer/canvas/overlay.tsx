import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconCopy, IconDelete, IconUp } from '@arco-design/web-react/icon'
import { type Address, found, pathOf } from '@runtime/design/address'
import { duplicate, removeSelected } from '@runtime/design/edits'
import { FORM } from '@runtime/design/nodes'
import { keyOf, outlineOf } from '@runtime/design/outline'
import { selectOne } from '@runtime/design/selection'
import type { DesignSession } from '@runtime/design/session'
import { parentOf } from '@runtime/design/targets'
import { jsonEqual } from '@runtime/schema'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useHost } from '../../host'
import { titleOfNode } from '../node-title'
import { RenameBox } from '../outline'
import type { ChosenBox } from './boxes'
import type { Boxes } from './use-boxes'
import { WidthHandle } from './width-handle'

/** What is chosen, above the form; of one node also what it is, and what can be done with it. */
interface OverlayProps {
  readonly session: DesignSession
  readonly boxes: Boxes
  /** Its label is being typed in place; called when that is done. */
  readonly onRenamed: (() => void) | undefined
}

export function Overlay({ session, boxes, onRenamed }: OverlayProps) {
  const { nodes } = session.selection
  const { chosen, onMoved } = boxes
  const [drawn, setDrawn] = useState<readonly ChosenBox[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when something else is chosen, too.
  useLayoutEffect(() => {
    const measure = () => {
      const next = chosen()
      if (next) setDrawn((before) => (jsonEqual(before, next) ? before : next))
    }
    measure()
    return onMoved(measure)
  }, [chosen, onMoved, nodes])
  const [only] = nodes.length === 1 ? drawn : []
  return (
    <>
      {drawn.map((one) => (
        <div key={JSON.stringify(one.node)} className="loam-canvas-chosen" style={styleOf(one)} />
      ))}
      {only && <Tools session={session} one={only} />}
      {only && onRenamed && <LabelInPlace session={session} one={only} onDone={onRenamed} />}
    </>
  )
}

interface ToolsProps {
  readonly session: DesignSession
  readonly one: ChosenBox
}

function Tools({ session, one }: ToolsProps) {
  const host = useHost()
  const { subscribe } = session
  const title = useSyncExternalStore(subscribe, () =>
    titleOfNode(found(session.tree, one.node), session.widgets, host),
  )
  const isInside = useSyncExternalStore(subscribe, () => parentIn(session, one.node) !== undefined)
  const toParent = () => {
    const parent = parentIn(session, one.node)
    if (parent) session.select(selectOne(parent))
  }
  return (
    <div className="loam-canvas-chosen" data-only style={styleOf(one)}>
      <div className="loam-canvas-tools" data-tool data-below={one.box.y < TOOLS}>
        <span className="loam-canvas-name">{title}</span>
        {isInside && <Tool label={host.text('@design.chooseParent')} icon={<IconUp />} act={toParent} />}
        <Tool
          label={host.text('@common.copy')}
          icon={<IconCopy />}
          act={() => duplicate(session, Date.now())}
        />
        <Tool label={host.text('@common.delete')} icon={<IconDelete />} act={() => removeSelected(session)} />
      </div>
      <WidthHandle session={session} one={one} />
    </div>
  )
}

interface LabelInPlaceProps {
  readonly session: DesignSession
  readonly one: ChosenBox
  readonly onDone: () => void
}

function LabelInPlace({ session, one, onDone }: LabelInPlaceProps) {
  const key = keyOf(one.node)
  const node = outlineOf(session.tree, session.widgets.catalogue).find((other) => other.key === key)
  if (!node?.labelAt) return null
  return (
    <div className="loam-canvas-label" data-tool style={styleOf(one)}>
      <RenameBox session={session} node={node} onDone={onDone} />
    </div>
  )
}

/** Height of the line of tools: above the first field there is no place for it. */
const TOOLS = 24

interface ToolProps {
  readonly label: string
  readonly icon: React.ReactNode
  readonly act: () => void
}

function Tool({ label, icon, act }: ToolProps) {
  return (
    <Button
      size="mini"
      type="primary"
      icon={icon}
      title={label}
      aria-label={label}
      tabIndex={-1}
      onClick={act}
    />
  )
}

function parentIn({ tree }: DesignSession, node: Address): Address | undefined {
  const path = pathOf(tree, node)
  const parent = path && parentOf(tree, path)
  return parent === FORM ? undefined : parent
}

function styleOf({ box }: ChosenBox) {
  return { translate: `${box.x}px ${box.y}px`, width: box.width, height: box.height }
}
