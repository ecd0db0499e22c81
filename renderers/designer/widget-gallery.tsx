import { Input } from '@arco-design/web-react'
import '@arco-design/web-react/es/Input/style/css.js'
import { WIDGET_GROUPS } from '@runtime/design/palette'
import { NODE_GROUPS, type NodeDefinition, nodes } from '@runtime/page'
import { examples, variants } from '@runtime/page/examples'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { catalogue } from '@widgets/definitions'
import { useMemo, useState } from 'react'
import { useHost } from '../host'
import { Icon } from '../icon'
import { ErrorNote } from '../page/error-note'
import { NodeVariants } from './node-variants'
import { WidgetSample } from './widget-sample'

/** Nodes that have an example, each known in the address as `node/<name>`. */
const NODES = [...nodes.values()].filter(({ name }) => Object.hasOwn(examples, name))
const keyOf = ({ name }: NodeDefinition) => `node/${name}`

/** Every widget and every node, one at a time, chosen at the left; the address remembers which. */
export function WidgetGallery() {
  const host = useHost()
  const all = useMemo(() => [...catalogue.all()].sort((a, b) => a.key.localeCompare(b.key)), [])
  const [keyword, setKeyword] = useState('')
  const [key, choose] = useChosen(all[0]?.key ?? '')
  const node = NODES.find((one) => keyOf(one) === key)
  const widget = catalogue.get(key) ?? all[0]
  if (!widget) return <ErrorNote message={host.text('@gallery.none')} />
  const chosen = node ? keyOf(node) : widget.key
  const widgets = all.filter(({ key, jnpfKeys, title }) =>
    matches([key, ...jnpfKeys, host.text(title)], keyword),
  )
  const shownNodes = NODES.filter(({ name, title }) => matches([name, host.text(title)], keyword))
  return (
    <div className="loam-gallery">
      <nav className="loam-gallery-index" aria-label={host.text('@gallery.title')}>
        <Input.Search
          allowClear
          value={keyword}
          onChange={setKeyword}
          placeholder={host.text('@gallery.filter')}
          aria-label={host.text('@gallery.filter')}
        />
        {WIDGET_GROUPS.map((group) => (
          <Group
            key={group}
            title={`@gallery.group.${group}`}
            entries={widgets.filter((widget) => widget.group === group)}
            chosen={chosen}
            onChoose={choose}
          />
        ))}
        {NODE_GROUPS.map((group) => (
          <Group
            key={group}
            title={`@gallery.nodes.${group}`}
            entries={shownNodes
              .filter((one) => one.group === group)
              .map((one) => ({ key: keyOf(one), title: one.title }))}
            chosen={chosen}
            onChoose={choose}
          />
        ))}
        {widgets.length + shownNodes.length === 0 && <p role="status">{host.text('@gallery.noMatch')}</p>}
      </nav>
      <main className="loam-gallery-place">
        {node ? <ChosenNode key={key} node={node} /> : <ChosenWidget key={key} widget={widget} />}
      </main>
    </div>
  )
}

function ChosenWidget({ widget }: { readonly widget: WidgetDefinition }) {
  const host = useHost()
  return (
    <>
      <header>
        <h2>{host.text(widget.title)}</h2>
        <code>{widget.key}</code>
        {widget.jnpfKeys.length > 0 && (
          <span className="loam-gallery-names">
            {host.text('@gallery.names')} {widget.jnpfKeys.join(', ')}
          </span>
        )}
      </header>
      <WidgetSample definition={widget} />
    </>
  )
}

function ChosenNode({ node }: { readonly node: NodeDefinition }) {
  const host = useHost()
  return (
    <>
      <header>
        <Icon name={node.icon} />
        <h2>{host.text(node.title)}</h2>
        <code>{node.name}</code>
      </header>
      <NodeVariants definition={node} variants={variants[node.name] ?? []} />
    </>
  )
}

function matches(names: readonly string[], keyword: string): boolean {
  const word = keyword.trim().toLowerCase()
  return word === '' || names.some((name) => name.toLowerCase().includes(word))
}

interface GroupProps {
  readonly title: Text
  readonly entries: readonly { readonly key: string; readonly title: Text }[]
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

function Group({ title, entries, chosen, onChoose }: GroupProps) {
  const host = useHost()
  if (entries.length === 0) return null
  return (
    <section>
      <h3>{host.text(title)}</h3>
      <ul>
        {entries.map((entry) => (
          <li key={entry.key}>
            <button
              type="button"
              aria-current={entry.key === chosen ? 'true' : undefined}
              onClick={() => onChoose(entry.key)}
            >
              {host.text(entry.title)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is chosen, kept in the address's fragment so that it can be sent to somebody. */
function useChosen(first: string): readonly [string, (key: string) => void] {
  const [key, setKey] = useState(() => decodeURIComponent(location.hash.slice(1)) || first)
  const choose = (next: string) => {
    history.replaceState(history.state, '', `#${encodeURIComponent(next)}`)
    setKey(next)
  }
  return [key, choose]
}
