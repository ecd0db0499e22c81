import { found, pathOf } from '@runtime/design/address'
import type { Reason } from '@runtime/design/dialect'
import { insertWidget } from '@runtime/design/edits'
import { moveNodes } from '@runtime/design/moves'
import { nodeAt, type Point, place } from '@runtime/design/place'
import { isSelected, selectOne, selectTo, toggle, topmost } from '@runtime/design/selection'
import type { DesignSession } from '@runtime/design/session'
import { HeadingLevel } from '@widgets/shared/heading'
import {
  type MouseEvent,
  type PointerEvent,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { FormView } from '../../form'
import { HostProvider, useHost } from '../../host'
import { titleOfNode } from '../node-title'
import { previewHost } from '../preview-host'
import { useNarrow } from '../use-narrow'
import { paneAt, placeOf } from './boxes'
import './canvas.css'
import { type Dragged, followDrag } from './drag'
import { showBox, showGhost, showLine } from './marks'
import { Overlay } from './overlay'
import { refusalOf } from './refusal-of'
import { useBoxes } from './use-boxes'
import { openPlace, useDesignedStore, useRevealed } from './use-designed-store'
import { useZoom } from './use-zoom'

/** What surrounds a canvas may begin drags that end on it. */
export interface CanvasHandle {
  drag(event: globalThis.PointerEvent, dragged: Dragged): void
  focus(): void
  /** The label of what is chosen is typed in place. */
  rename(): void
}

interface CanvasProps {
  readonly session: DesignSession
  readonly ref?: Ref<CanvasHandle>
  readonly onRefused: (reason: Reason) => void
}

/**
 * The form as people will see it, inert, with what is chosen above it: the pointer's way of designing. For keyboard and
 * screen reader the outline is the canvas.
 */
export function Canvas({ session, ref, onRefused }: CanvasProps) {
  const host = useHost()
  const inside = useMemo(() => previewHost(host, {}), [host])
  const store = useDesignedStore(session)
  // The form hears of each plan by its store: what is chosen draws none of it again.
  const form = useMemo(
    () =>
      store && (
        <HostProvider host={inside}>
          <HeadingLevel value={3}>
            <FormView store={store} designed />
          </HeadingLevel>
        </HostProvider>
      ),
    [inside, store],
  )
  const scroller = useRef<HTMLElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [line, hover, ghost] = [
    useRef<HTMLDivElement>(null),
    useRef<HTMLDivElement>(null),
    useRef<HTMLDivElement>(null),
  ]
  const boxes = useBoxes(session, scroller, sheet)
  const wasDragged = useRef(false)
  const ownChoice = useRef<unknown>(null)
  const [isRenaming, setRenaming] = useState(false)
  const renamed = () => {
    setRenaming(false)
    scroller.current?.focus({ preventScroll: true })
  }
  useDrawn(session)
  const isNarrow = useNarrow()
  const width = widthOf(session)
  const zoom = useZoom(scroller, width)

  useRevealed(session, store, sheet, ownChoice, boxes.moved)

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const corner = sheet.current?.getBoundingClientRect()
    return { x: clientX - (corner?.x ?? 0), y: clientY - (corner?.y ?? 0) }
  }

  const choose = (selection: DesignSession['selection']) => {
    ownChoice.current = selection.nodes
    session.select(selection)
    ownChoice.current = session.selection.nodes
  }

  const drag: CanvasHandle['drag'] = (event, dragged) => {
    const refuses = refusalOf(session, dragged)
    wasDragged.current = false
    followDrag(
      event,
      {
        scroller: scroller.current as HTMLElement,
        place(at) {
          const view = scroller.current?.getBoundingClientRect()
          const isOver =
            view && at.x >= view.left && at.x < view.right && at.y >= view.top && at.y < view.bottom
          const form = isOver ? boxes.read() : null
          return form && place(pointOf({ clientX: at.x, clientY: at.y }), form, refuses)
        },
        show(placing, at) {
          showLine(line.current, placing, boxes.read())
          const refused = placing && 'reason' in placing ? host.text(placing.reason, placing.params) : null
          showGhost(ghost.current, at, refused)
        },
        drop({ parent, index }) {
          const refused =
            'nodes' in dragged
              ? moveNodes(session, dragged.nodes, { parent, index })
              : insertWidget(session, dragged.widget, {
                  ...{ label: dragged.label, now: Date.now() },
                  target: { parent, index },
                })
          if (refused) onRefused(refused)
          scroller.current?.focus({ preventScroll: true })
        },
      },
      () => {
        wasDragged.current = true
        scroller.current?.setAttribute('data-dragging', '')
        if (ghost.current) ghost.current.firstElementChild?.replaceChildren(dragged.label)
        showBox(hover.current, undefined)
      },
      () => {
        scroller.current?.removeAttribute('data-dragging')
        showBox(line.current, undefined)
        if (ghost.current) ghost.current.hidden = true
      },
    )
  }
  useImperativeHandle(ref, () => ({
    drag,
    focus: () => scroller.current?.focus(),
    rename: () => setRenaming(session.selection.nodes.length === 1),
  }))

  const nodeUnder = (event: { clientX: number; clientY: number }) => {
    const form = boxes.read()
    return form ? nodeAt(pointOf(event), form)?.node : undefined
  }

  function down(event: PointerEvent<HTMLElement>) {
    wasDragged.current = false
    if (event.button !== 0 || isTool(event.target)) return
    const node = nodeUnder(event)
    if (!node) return
    const path = pathOf(session.tree, node)
    const isChosen = path !== undefined && isSelected(session.tree, session.selection, path)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!isChosen && isPlain && event.pointerType !== 'touch') choose(selectOne(node))
    const nodes = isChosen ? topmost(session.tree, session.selection) : [node]
    const [first] = nodes
    const label = titleOfNode(first && found(session.tree, first), session.widgets, host)
    drag(event.nativeEvent, { nodes, label: nodes.length > 1 ? `${label} +${nodes.length - 1}` : label })
  }

  function click(event: MouseEvent<HTMLElement>) {
    if (wasDragged.current || isTool(event.target)) return
    const { plan, tree, selection } = session
    const pane = sheet.current && plan ? paneAt(sheet.current, pointOf(event), plan) : undefined
    const node = pane ?? nodeUnder(event)
    if (!node) choose({ nodes: [] })
    else if (event.shiftKey) choose(selectTo(tree, selection, node))
    else if (event.ctrlKey || event.metaKey) choose(toggle(tree, selection, node))
    else choose(selectOne(node))
    if (pane && plan && store) openPlace(store, placeOf(plan, pane), boxes.moved)
  }

  function over(event: PointerEvent<HTMLElement>) {
    const form = event.pointerType === 'touch' || event.buttons !== 0 ? null : boxes.read()
    showBox(hover.current, form ? nodeAt(pointOf(event), form)?.box : undefined)
  }

  if (!store || !session.plan) return <NoForm session={session} />
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use the outline beside it.
    <section
      ref={scroller}
      className="loam-canvas"
      aria-label={host.text('@design.canvas')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onPointerDown={down}
      onPointerMove={over}
      onPointerLeave={() => showBox(hover.current, undefined)}
      onClick={click}
      onDoubleClick={(event) => !isTool(event.target) && setRenaming(true)}
    >
      <div ref={sheet} className="loam-canvas-sheet" style={{ maxWidth: width }}>
        <div inert={true} className="loam-canvas-form" style={{ zoom }}>
          {form}
        </div>
        {session.plan.nodes.length === 0 && (
          <p className="loam-canvas-empty">
            {host.text(isNarrow ? '@design.canvasEmptyNarrow' : '@design.canvasEmpty')}
          </p>
        )}
        <div className="loam-canvas-overlay">
          <div ref={hover} className="loam-canvas-hover" hidden />
          <Overlay session={session} boxes={boxes} onRenamed={isRenaming ? renamed : undefined} />
          <div ref={line} className="loam-canvas-line" hidden />
        </div>
      </div>
      <div ref={ghost} className="loam-canvas-ghost" hidden>
        <span />
        <span />
      </div>
    </section>
  )
}

function NoForm({ session }: { readonly session: DesignSession }) {
  const host = useHost()
  const { fault } = session
  return (
    <div className="loam-canvas" role="alert">
      <p className="loam-canvas-empty">
        {host.text('@design.noForm', { why: fault ? host.text(fault.message, fault.params) : '' })}
      </p>
    </div>
  )
}

/** Draws again where something is chosen or the form as a whole is another: its fields follow by themselves. */
function useDrawn(session: DesignSession): void {
  useSyncExternalStore(session.subscribe, () => session.selection)
  useSyncExternalStore(
    session.subscribe,
    () => `${session.plan?.nodes.length ?? session.fault?.message} ${widthOf(session)}`,
  )
}

/** As wide as the form will be where it is filled in. */
function widthOf({ plan }: DesignSession): string | undefined {
  if (!plan) return undefined
  const { popup, widths } = plan.layout
  return /^\d+(px|%)$/.test(widths[popup]) ? widths[popup] : undefined
}

const isTool = (target: EventTarget) => (target as Element).closest('[data-tool]') !== null
