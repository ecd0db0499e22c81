import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useMemo, useState } from 'react'
import { NodeReactContext, useNodeContext, useNodeContextWith } from '../context'
import { Node, type NodeProps } from '../node'
import { type PageRow, useRows } from '../use-rows'

/** Rows that are drawn at once; more are drawn when a person asks for them. */
const PART = 100

type EachPlan = NodeProps<'each'>['node']

export function EachNode({ node }: NodeProps<'each'>) {
  const { screen, scope } = useNodeContext()
  const { rows, instead } = useRows(node)
  const [count, setCount] = useState(PART)
  if (instead) return instead
  if (rows.length === 0) return <p className="loam-node-each-empty">{screen.text(node.empty, scope)}</p>
  const { minWidth, gap } = node
  const columns =
    minWidth === undefined ? 'minmax(0, 1fr)' : `repeat(auto-fill, minmax(min(${minWidth}px, 100%), 1fr))`
  return (
    <div className="loam-node-each" data-divided={node.divided} style={{ gap, gridTemplateColumns: columns }}>
      {keyed(rows.slice(0, count), node.key).map(({ id, row }, index) => (
        <Entry key={id} node={node} row={row} index={index} />
      ))}
      {count < rows.length && (
        <Button className="loam-node-each-more" onClick={() => setCount(count + PART)}>
          {screen.host.text('@page.showMore', {
            count: Math.min(PART, rows.length - count),
            left: rows.length - count,
          })}
        </Button>
      )}
    </div>
  )
}

function Entry({
  node,
  row,
  index,
}: {
  readonly node: EachPlan
  readonly row: PageRow
  readonly index: number
}) {
  const names = useMemo(() => ({ [node.as]: row, index }), [node.as, row, index])
  const place = useNodeContextWith(names)
  return (
    <NodeReactContext value={place}>
      <Node node={node.body} />
    </NodeReactContext>
  )
}

/** Rows by their ids; two of one id, or one without, are known by where they stand among those. */
function keyed(rows: readonly PageRow[], key: string): { readonly id: string; readonly row: PageRow }[] {
  const times = new Map<string, number>()
  return rows.map((row) => {
    const own = String(row[key] ?? '')
    const before = times.get(own) ?? 0
    times.set(own, before + 1)
    return { id: before === 0 ? own : `${own}#${before}`, row }
  })
}
