import { type RuleEdge, type RuleNode, ruleGraph } from '@runtime/design/rules/graph'
import { isSelected, selectOne } from '@runtime/design/selection'
import type { DesignSession } from '@runtime/design/session'
import { useId } from 'react'
import { useHost } from '../../host'
import { nodeText } from '../keys'
import { useSession } from '../use-session'
import { BOX, type GraphLayout, graphLayout, LINE, type Spot } from './layout'
import './rule-graph.css'

/** All rules of the form as arrows from what is read to what is decided; each field leads to its settings. */
export function RuleGraph({
  session,
  onOpen,
}: {
  readonly session: DesignSession
  /** Called when a field has been chosen: where the settings are not beside the graph they are to be shown. */
  readonly onOpen?: () => void
}) {
  const host = useHost()
  useSession(session)
  const graph = ruleGraph(session)
  if (graph.nodes.length === 0) return <p className="loam-design-rules-none">{host.text('@rules.none')}</p>
  const places = graphLayout(graph)
  const { width, height, boxes } = places
  const textOf = ({ node, name }: RuleNode) => (node ? nodeText(host, node) : name)
  const texts = new Map(graph.nodes.map((one) => [one.id, textOf(one)]))
  const described = (id: string) => {
    const names = graph.edges.filter(({ to }) => to === id).map(({ from }) => texts.get(from) ?? '')
    return names.length === 0
      ? undefined
      : host.text('@rules.graphReads', { names: names.join(host.text('@diff.separator')) })
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="loam-rule-graph" aria-label={host.text('@rules.graph')} tabIndex={0}>
      <div className="loam-rule-graph-sheet" style={{ width, height }}>
        <Arrows edges={graph.edges} places={places} />
        <ul>
          {graph.nodes.map((one, index) => {
            const { id, node, isCircular } = one
            const { x = 0, y = 0 } = boxes[index] ?? {}
            const inside = (
              <>
                <span>{texts.get(id)}</span>
                {isCircular && <em>{host.text('@rules.circle')}</em>}
              </>
            )
            return (
              <li key={id} data-circular={isCircular} style={{ ...BOX, left: x, top: y }}>
                {node ? (
                  <button
                    type="button"
                    aria-pressed={isSelected(session.tree, session.selection, node.path)}
                    aria-description={described(id)}
                    onClick={() => {
                      session.select(selectOne(node.address))
                      onOpen?.()
                    }}
                  >
                    {inside}
                  </button>
                ) : (
                  <div>{inside}</div>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

function Arrows({ edges, places }: { readonly edges: readonly RuleEdge[]; readonly places: GraphLayout }) {
  const host = useHost()
  const id = useId()
  const { width, height, arrows } = places
  const marks = [false, true].map((isCircular) => `${id}${isCircular ? 'circle' : 'plain'}`)
  return (
    <svg width={width} height={height} aria-hidden="true">
      <defs>
        {marks.map((mark, index) => (
          <marker
            key={mark}
            id={mark}
            data-circular={index === 1}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0,0 L8,4 L0,8 Z" />
          </marker>
        ))}
      </defs>
      {edges.map(({ from, to, kinds, isCircular }, index) => {
        const arrow = arrows[index]
        if (!arrow) return null
        return (
          <g key={`${from} ${to}`} data-circular={isCircular}>
            <path d={pathOf(arrow.points)} markerEnd={`url(#${marks[isCircular ? 1 : 0]})`} />
            <text>
              {kinds.map((kind, line) => (
                <tspan
                  key={kind}
                  x={arrow.words.x}
                  y={arrow.words.y + (line - (kinds.length - 1) / 2) * LINE}
                >
                  {host.text(`@rules.kind.${kind}`)}
                </tspan>
              ))}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function pathOf(points: readonly Spot[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join(' ')
}
