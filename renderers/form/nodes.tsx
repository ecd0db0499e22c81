import { type ActionDocument, compileAction } from '@runtime/action'
import type { ContainerNode, DisplayNode, PlanNode } from '@runtime/form/plan'
import { widgetOf } from '@widgets/registry'
import { LazyFallback } from '@widgets/shared/lazy'
import type { LayoutPane } from '@widgets/widget'
import { type CSSProperties, memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useFormView } from './context'
import { useErrorCounts } from './error-counts'
import { InertPlace } from './inert-place'
import { Leaf } from './leaf'
import { flattened, isPane, shownFrame, spanOf } from './panes'
import { runsOf } from './runs'
import { fireScript } from './scripts'
import { UnknownPlace } from './unknown-place'
import { UnreadGroup } from './unread-group'
import { useVisible } from './visibility'

/** More than a screen holds: beyond it a long form goes on in runs. */
const NEAR = 24

interface NodeGridProps {
  readonly nodes: readonly PlanNode[]
  /** The node whose list it is, by its id; empty: the form's. */
  readonly slot: string
}

/** Nodes side by side in 24 columns. */
export const NodeGrid = memo(function NodeGrid({ nodes, slot }: NodeGridProps) {
  const { designed } = useFormView()
  const far = useMemo(() => runsOf(nodes.slice(NEAR)), [nodes])
  return (
    <div className="loam-form-grid" {...(designed && { 'data-slot': slot })}>
      {nodes.slice(0, NEAR).map(drawNode)}
      {far.map((piece) =>
        'kind' in piece ? (
          drawNode(piece)
        ) : (
          <div
            key={piece[0]?.id}
            className="loam-form-grid loam-form-run"
            style={{ '--loam-run': piece.length } as CSSProperties}
          >
            {piece.map(drawNode)}
          </div>
        ),
      )}
    </div>
  )
})

function drawNode(node: PlanNode): ReactNode {
  if (node.kind === 'field') return <Leaf key={node.path} path={node.path} />
  if (node.kind === 'display') return <Shown key={node.id} node={node} />
  return <Container key={node.id} node={node} />
}

const Shown = memo(function Shown({ node }: { readonly node: DisplayNode }) {
  const { host, store, prefix } = useFormView()
  const visible = useVisible(node.visible, store)
  const onClick = useClick(node)
  if (!visible) return null
  if (node.inert) return <InertPlace node={node} />
  const Display = widgetOf(node.widget)?.Display
  const id = `${prefix}_${node.id}`
  const shown = Display ? (
    <LazyFallback shown={null}>
      <Display
        id={id}
        settings={node.settings}
        label={host.text(node.label)}
        host={host}
        store={store}
        {...(onClick && { onClick })}
      />
    </LazyFallback>
  ) : (
    <UnknownPlace name={nameOf(node)} value={null} id={id} />
  )
  if (!node.labelled)
    return (
      <div {...shownFrame(node)} data-node={node.id}>
        {shown}
      </div>
    )
  return (
    <div {...shownFrame(node)} data-node={node.id}>
      <div className="loam-form-label">{host.text(node.label)}</div>
      <div className="loam-form-control">{shown}</div>
    </div>
  )
})

/** What a click on a display node does: the model's script, or the document's steps. */
function useClick(node: DisplayNode): (() => Promise<unknown>) | undefined {
  const { store, act } = useFormView()
  const steps = node.settings['do'] as ActionDocument | undefined
  return useMemo(() => {
    if (store.plan.scripts.has(`${node.id}.click`)) return () => fireScript(store, node.id, 'click')
    if (!steps || !act) return undefined
    const action = compileAction(steps)
    return () => act(action, node.id)
  }, [store, node, steps, act])
}

const Container = memo(function Container({ node }: { readonly node: ContainerNode }) {
  const { host, store, prefix, plan, designed } = useFormView()
  const visible = useVisible(node.visible, store)
  const panes = usePanes(node)
  const reveal = useReveal(node.id)
  const errors = useOwnErrors(node)
  const unread = useSnapshot(store.status).unread.get(node.group ?? '')
  const onEvent = useMemo(
    () => (event: string, data: unknown) => void fireScript(store, node.id, event, data),
    [store, node],
  )
  if (!visible) return null
  const Layout = widgetOf(node.widget)?.Layout
  const plain = node.children.filter((child) => !isPane(child))
  const children =
    unread !== undefined ? (
      <UnreadGroup path={node.group ?? ''} text={unread} label={host.text(node.label)} />
    ) : plain.length > 0 || (designed && panes.length === 0) ? (
      <NodeGrid nodes={plain} slot={node.id} />
    ) : undefined
  return (
    <div className="loam-form-item" data-node={node.id} data-inert={node.inert} style={spanOf(node)}>
      {Layout ? (
        <LazyFallback shown={null}>
          <Layout
            id={`${prefix}_${node.id}`}
            settings={node.settings}
            label={host.text(node.label)}
            host={host}
            gutter={plan.layout.gutter}
            panes={panes}
            onEvent={onEvent}
            errors={errors}
            {...(reveal ? { reveal } : {})}
          >
            {children}
          </Layout>
        </LazyFallback>
      ) : (
        // A container without a drawing must not hide the fields in it.
        <NodeGrid nodes={flattened(node.children)} slot={node.id} />
      )}
    </div>
  )
})

function usePanes(node: ContainerNode): readonly LayoutPane[] {
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
        render: () => <NodeGrid nodes={rest} slot={pane.id} />,
      }
    }
    return containers.map(paneOf)
  }, [containers, counts, host])
}

const NONE: readonly ContainerNode[] = []

/** Errors in what may be folded away; other containers show theirs. */
function useOwnErrors(node: ContainerNode): number {
  const { store } = useFormView()
  const own = useMemo(() => (node.settings['collapsible'] === true ? [node] : NONE), [node])
  return useErrorCounts(own, store).get(node.id) ?? 0
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
