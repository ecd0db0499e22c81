import {
  Background,
  BaseEdge,
  Controls,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import type { Diagram, FlowStep } from '@runtime/flow'
import { createContext, useContext, useMemo } from 'react'
import { usePalette } from '../chart/use-palette'
import { useHost } from '../host'
import { type FlowLayout, layoutOf, STEP, type Way } from './layout'
import './flow.css'

export interface FlowDiagramProps {
  readonly diagram: Diagram
  readonly direction: 'down' | 'right'
  /** Pixels. */
  readonly height: number
  readonly titleOf: (step: FlowStep) => string
  readonly branchOf: (title: unknown) => string
  readonly onSelect?: ((step: FlowStep) => void) | undefined
}

type WayEdge = Edge<{ readonly way: Way; readonly title: string }, 'way'>
type StepNode = Node<{ readonly step: FlowStep }, 'step'>

/** What a step is drawn with beside itself. */
const DrawnWith = createContext<Pick<FlowDiagramProps, 'titleOf' | 'onSelect' | 'direction'> | null>(null)

const KINDS = { step: StepBox }
const ARROWS = { way: WayLine }
/** Smaller than that nothing can be read. */
const VIEW = { padding: 0.1, maxZoom: 1, minZoom: 0.6 }

/** A flow as boxes and arrows; it is moved and zoomed, and nothing in it. */
export function FlowDiagram({ diagram, height, branchOf, ...drawnWith }: FlowDiagramProps) {
  const host = useHost()
  const { isDark } = usePalette()
  const { direction } = drawnWith
  const laidOut = useMemo(() => layoutOf(diagram, direction), [diagram, direction])
  const nodes = useMemo(() => nodesOf(diagram, laidOut), [diagram, laidOut])
  const edges = edgesOf(diagram, laidOut, branchOf)
  return (
    <div className="loam-flow-place" style={{ height }}>
      <DrawnWith value={drawnWith}>
        <ReactFlow
          // Another flow is looked at as a whole.
          key={diagram.steps.map(({ id }) => id).join(' ')}
          nodes={nodes}
          edges={edges}
          nodeTypes={KINDS}
          edgeTypes={ARROWS}
          colorMode={isDark ? 'dark' : 'light'}
          fitView
          fitViewOptions={VIEW}
          minZoom={0.2}
          maxZoom={2}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          deleteKeyCode={null}
          zoomOnScroll={false}
          preventScrolling={false}
          proOptions={{ hideAttribution: true }}
          ariaLabelConfig={{
            'controls.ariaLabel': host.text('@page.flowControls'),
            'controls.zoomIn.ariaLabel': host.text('@page.mapCloser'),
            'controls.zoomOut.ariaLabel': host.text('@page.mapFarther'),
            'controls.fitView.ariaLabel': host.text('@page.mapAll'),
          }}
        >
          <Background />
          <Controls showInteractive={false} fitViewOptions={VIEW} />
        </ReactFlow>
      </DrawnWith>
    </div>
  )
}

function nodesOf(diagram: Diagram, { spots }: FlowLayout): StepNode[] {
  return diagram.steps.map((step) => ({
    id: step.id,
    type: 'step',
    position: spots.get(step.id) ?? { x: 0, y: 0 },
    data: { step },
    ...STEP,
  }))
}

function edgesOf(
  { edges }: Diagram,
  { ways }: FlowLayout,
  branchOf: FlowDiagramProps['branchOf'],
): WayEdge[] {
  return edges.flatMap(({ from, to, title }, index) => {
    const way = ways[index]
    if (!way) return []
    return [
      {
        id: String(index),
        source: from,
        target: to,
        type: 'way',
        markerEnd: { type: MarkerType.ArrowClosed },
        data: { way, title: title === null ? '' : branchOf(title) },
      },
    ]
  })
}

/** An arrow as it was laid out, with the title of its branch on it. */
function WayLine({ data, markerEnd }: EdgeProps<WayEdge>) {
  if (!data) return null
  const { points, title } = data.way
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join(' ')
  return (
    <>
      <BaseEdge path={path} {...(markerEnd !== undefined && { markerEnd })} />
      {title && data.title !== '' && (
        <EdgeLabelRenderer>
          <span
            className="loam-flow-branch"
            style={{ transform: `translate(-50%, -50%) translate(${title.x}px, ${title.y}px)` }}
          >
            {data.title}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
}

function StepBox({ data: { step } }: NodeProps<StepNode>) {
  const drawnWith = useContext(DrawnWith)
  const host = useHost()
  if (!drawnWith) return null
  const { titleOf, onSelect, direction } = drawnWith
  const isDown = direction === 'down'
  const inside = (
    <>
      <strong>{titleOf(step)}</strong>
      {step.state && <span>{host.text(`@page.flowState_${step.state}`)}</span>}
    </>
  )
  return (
    <>
      <Handle type="target" position={isDown ? Position.Top : Position.Left} isConnectable={false} />
      {onSelect ? (
        <button
          type="button"
          className="loam-flow-step nodrag nopan"
          data-state={step.state}
          data-kind={step.kind}
          onClick={() => onSelect(step)}
        >
          {inside}
        </button>
      ) : (
        <div className="loam-flow-step" data-state={step.state} data-kind={step.kind}>
          {inside}
        </div>
      )}
      <Handle type="source" position={isDown ? Position.Bottom : Position.Right} isConnectable={false} />
    </>
  )
}
