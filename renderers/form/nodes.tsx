import type { ContainerNode, DisplayNode, PlanNode } from '@runtime/form/plan'
import { widgetOf } from '@widgets/registry'
import type { LayoutPane } from '@widgets/widget'
import { memo, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useFormView } from './context'
import { useErrorCounts } from './error-counts'
import { flattened, isPane, spanOf } from './panes'
import { UnknownPlace } from './unknown-place'
import { useVisible } from './visibility'

/** Elements that RJSF made for the top-level fields, by path. */
export type FieldElements = ReadonlyMap<string, ReactNode>

/** Nodes side by side in 24 columns. */
export function NodeGrid({
  nodes,
  elements,
}: {
  readonly nodes: readonly PlanNode[]
  readonly elements: FieldElements
}) {
  return <div className="loam-form-grid">{nodes.map((node) => drawNode(node, elements))}</div>
}

function drawNode(node: PlanNode, elements: FieldElements): ReactNode {
  if (node.kind === 'field') return elements.get(node.path)
  if (node.kind === 'display') return <Shown key={node.id} node={node} />
  return <Container key={node.id} node={node} elements={elements} />
}

const Shown = memo(function Shown({ node }: { readonly node: DisplayNode }) {
  const { host, store, prefix } = useFormView()
  const visible = useVisible(node.visible, store)
  if (!visible) return null
  const Display = widgetOf(node.widget)?.Display
  const id = `${prefix}_${node.id}`
  return (
    <div className="loam-form-item" style={spanOf(node)}>
      {Display ? (
        <Suspense fallback={null}>
          <Display id={id} settings={node.settings} label={host.text(node.label)} host={host} store={store} />
        </Suspense>
      ) : (
        <UnknownPlace name={nameOf(node)} value={null} id={id} />
      )}
    </div>
  )
})

function Container({ node, elements }: { readonly node: ContainerNode; readonly elements: FieldElements }) {
  const { host, store, prefix, plan } = useFormView()
  const visible = useVisible(node.visible, store)
  const panes = usePanes(node, elements)
  const reveal = useReveal(node.id)
  if (!visible) return null
  const Layout = widgetOf(node.widget)?.Layout
  const plain = node.children.filter((child) => !isPane(child))
  const children = plain.length > 0 ? <NodeGrid nodes={plain} elements={elements} /> : undefined
  return (
    <div className="loam-form-item" data-node={node.id} style={spanOf(node)}>
      {Layout ? (
        <Suspense fallback={null}>
          <Layout
            id={`${prefix}_${node.id}`}
            settings={node.settings}
            label={host.text(node.label)}
            host={host}
            gutter={plan.layout.gutter}
            panes={panes}
            {...(reveal ? { reveal } : {})}
          >
            {children}
          </Layout>
        </Suspense>
      ) : (
        // A container without a drawing must not hide the fields in it.
        <NodeGrid nodes={flattened(node.children)} elements={elements} />
      )}
    </div>
  )
}

function usePanes(node: ContainerNode, elements: FieldElements): readonly LayoutPane[] {
  const { host, store } = useFormView()
  const containers = useMemo(() => node.children.filter(isPane), [node])
  const counts = useErrorCounts(containers, store)
  return useMemo(() => {
    const paneOf = (pane: ContainerNode): LayoutPane => {
      const inner = pane.children.filter(isPane)
      const rest = pane.children.filter((child) => !isPane(child))
      return {
        id: pane.id,
        widget: pane.widget,
        label: host.text(pane.label),
        settings: pane.settings,
        errors: counts.get(pane.id) ?? 0,
        panes: inner.map(paneOf),
        render: () => <NodeGrid nodes={rest} elements={elements} />,
      }
    }
    return containers.map(paneOf)
  }, [containers, counts, elements, host])
}

function useReveal(nodeId: string): { readonly pane: string } | undefined {
  const { reveal } = useFormView()
  const [wanted, setWanted] = useState<{ readonly pane: string }>()
  useEffect(() => reveal.listen(nodeId, (pane) => setWanted({ pane })), [reveal, nodeId])
  return wanted
}

function nameOf(node: DisplayNode): string {
  const { widgetName } = node.settings
  return typeof widgetName === 'string' ? widgetName : node.widget
}
