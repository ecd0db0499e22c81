import type { Scope } from '@runtime/expression/expression'
import type {
  ContainerNode,
  DisplayNode,
  FieldNode,
  FormPlan,
  FormRecord,
  PlanNode,
} from '@runtime/form/plan'
import type { Permissions } from '@runtime/permission/permission'
import { widgetOf } from '@widgets/registry'
import { HeadingLevel } from '@widgets/shared/heading'
import { labelText } from '@widgets/shared/label-text'
import { LazyFallback } from '@widgets/shared/lazy'
import { paneTitle } from '@widgets/shared/panes/pane-name'
import type { DisplayRecord, LayoutPane } from '@widgets/widget'
import { type CSSProperties, createContext, useContext, useMemo } from 'react'
import '../form/form.css'
import { labelWidthOf } from '../form/label-width'
import { flattened, isPane, shownFrame, spanOf } from '../form/panes'
import { useHost } from '../host'
import './detail.css'
import { hiddenFields, rawValues, readingScope } from './hidden'
import { FieldValue } from './value'

interface Reading {
  readonly plan: FormPlan
  readonly record: FormRecord
  readonly scope: Scope
  readonly hidden: ReadonlySet<string>
  /** The record by raw values, for what only shows. */
  readonly shown: DisplayRecord
}

const ReadingContext = createContext<Reading | null>(null)

function useReading(): Reading {
  const reading = useContext(ReadingContext)
  if (!reading) throw new Error('No DetailView above this component')
  return reading
}

/** A record for reading, in its form's layout (`spec/widgets.md §2.10`). */
export function DetailView({
  plan,
  record,
  permissions,
  scope: around,
}: {
  readonly plan: FormPlan
  /** Texts with raw values beside them as `<field>_id`, or raw values alone. */
  readonly record: FormRecord
  readonly permissions?: Permissions
  /** Names of the page in which it stands. */
  readonly scope?: Scope
}) {
  const host = useHost()
  const reading = useMemo(() => {
    const scope = readingScope(plan, record, host, around)
    const hidden = new Set(hiddenFields(plan, scope))
    for (const path of plan.fields.keys()) {
      if (permissions && !permissions.form(path.replace('.', '-'))) hidden.add(path)
    }
    const seen = (name: string) => !hidden.has(name)
    const shown = {
      model: plan.id,
      ...(plan.modelType !== undefined && { modelType: plan.modelType }),
      values: rawValues(plan, record, seen),
    }
    return { plan, record, scope, hidden, shown }
  }, [plan, record, host, permissions, around])
  const style: Record<string, string> = {
    '--loam-gutter': `${plan.layout.gutter}px`,
    '--loam-label-width': `${labelWidthOf(plan, host)}px`,
  }
  return (
    <ReadingContext value={reading}>
      <div
        className="loam-form loam-detail"
        data-label={plan.layout.labelPosition}
        data-flow={plan.layout.flow ? 'auto' : undefined}
        style={style as CSSProperties}
      >
        <Nodes nodes={plan.nodes} />
      </div>
    </ReadingContext>
  )
}

function Nodes({ nodes }: { readonly nodes: readonly PlanNode[] }) {
  const { scope } = useReading()
  const seen = nodes.filter(({ visible }) => !visible || visible.evaluate(scope))
  return (
    <div className="loam-form-grid">
      {seen.map((node) => {
        if (node.kind === 'field') return <Field key={node.id} node={node} />
        if (node.kind === 'display') return <Shown key={node.id} node={node} />
        return <Container key={node.id} node={node} />
      })}
    </div>
  )
}

function Field({ node }: { readonly node: FieldNode }) {
  const host = useHost()
  const { plan, record, hidden } = useReading()
  const field = plan.fields.get(node.path)
  if (!field || hidden.has(node.path)) return null
  if (field.columns) {
    // What is only read is not marked as to be filled in.
    const columns = field.columns
      .filter(({ path }) => !hidden.has(path))
      .map((column) => ({ ...column, required: false }))
    return (
      <div className="loam-form-item loam-form-table">
        <FieldValue field={{ ...field, columns }} record={record} />
      </div>
    )
  }
  return (
    <div
      className={`loam-form-item loam-form-field${field.definition?.long ? ' loam-form-line' : ''}`}
      style={spanOf(node)}
    >
      {field.showLabel && <div className="loam-form-label">{labelText(host.text(field.label))}</div>}
      <div className="loam-form-control loam-detail-value">
        <FieldValue field={field} record={record} />
      </div>
    </div>
  )
}

function Shown({ node }: { readonly node: DisplayNode }) {
  const host = useHost()
  const { shown } = useReading()
  const Display = widgetOf(node.widget)?.Display
  if (!Display) return null
  const drawn = (
    <LazyFallback shown={null}>
      <Display
        id={`detail_${node.id}`}
        settings={node.settings}
        label={host.text(node.label)}
        host={host}
        record={shown}
      />
    </LazyFallback>
  )
  if (!node.labelled) return <div {...shownFrame(node)}>{drawn}</div>
  return (
    <div {...shownFrame(node)}>
      <div className="loam-form-label">{host.text(node.label)}</div>
      <div className="loam-form-control">{drawn}</div>
    </div>
  )
}

function Container({ node }: { readonly node: ContainerNode }) {
  const host = useHost()
  const { plan } = useReading()
  const Layout = widgetOf(node.widget)?.Layout
  const panes = useMemo(
    () => node.children.filter(isPane).map((pane) => paneOf(pane, host.text)),
    [node, host],
  )
  const plain = node.children.filter((child) => !isPane(child))
  if (node.widget === 'tab') return <Sections panes={panes} />
  return (
    <div className="loam-form-item" style={spanOf(node)}>
      {Layout ? (
        <LazyFallback shown={null}>
          <Layout
            id={`detail_${node.id}`}
            settings={node.settings}
            label={host.text(node.label)}
            host={host}
            gutter={plan.layout.gutter}
            panes={panes}
          >
            {plain.length > 0 ? <Nodes nodes={plain} /> : undefined}
          </Layout>
        </LazyFallback>
      ) : (
        <Nodes nodes={flattened(node.children)} />
      )}
    </div>
  )
}

/** What is filled in tab by tab is read at once: one below the other. */
function Sections({ panes }: { readonly panes: readonly LayoutPane[] }) {
  return (
    <div className="loam-form-item loam-detail-sections">
      {panes.map((pane, index) => (
        <section key={pane.id} data-section={paneTitle(pane, index)} aria-label={paneTitle(pane, index)}>
          <h2>{paneTitle(pane, index)}</h2>
          <HeadingLevel value={3}>
            {pane.panes.length > 0 && <Sections panes={pane.panes} />}
            {pane.render()}
          </HeadingLevel>
        </section>
      ))}
    </div>
  )
}

function paneOf(pane: ContainerNode, text: (label: ContainerNode['label']) => string): LayoutPane {
  const inner = pane.children.filter(isPane)
  const rest = pane.children.filter((child) => !isPane(child))
  return {
    id: pane.id,
    widget: pane.widget,
    label: text(pane.label),
    settings: pane.settings,
    errors: 0,
    panes: inner.map((one) => paneOf(one, text)),
    render: () => <Nodes nodes={rest} />,
  }
}
