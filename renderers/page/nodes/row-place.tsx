import { type Scope, scopeOf } from '@runtime/expression'
import type { NodePlan } from '@runtime/page'
import { useEffect, useMemo, useRef } from 'react'
import type { Row } from '../../list'
import { NodeReactContext, useNodeContext } from '../context'
import { Node } from '../node'

/** A node that stands in a row of a list and sees it as `row`, in what it shows and in what its buttons do. */
export function RowPlace({ node, row }: { readonly node: NodePlan; readonly row: Row }) {
  const around = useNodeContext()
  const { screen, scope: outside, dialog } = around
  const latest = useRef(row)
  latest.current = row
  const runner = useMemo(() => {
    const scope: Scope = { get: (name) => (name === 'row' ? latest.current : outside.get(name)) }
    return screen.runnerFor(dialog, scope)
  }, [screen, dialog, outside])
  useEffect(() => () => screen.dismiss(runner), [screen, runner])
  const place = useMemo(
    () => ({ ...around, runner, scope: scopeOf({ row }, outside) }),
    [around, runner, row, outside],
  )
  return (
    <NodeReactContext value={place}>
      <Node node={node} />
    </NodeReactContext>
  )
}
