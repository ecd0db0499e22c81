import { Input } from '@arco-design/web-react'
import '@arco-design/web-react/es/Input/style/css.js'
import type { WidgetDefinition, WidgetGroup } from '@runtime/widget/definition'
import { catalogue } from '@widgets/registry'
import { useMemo, useState } from 'react'
import { useHost } from '../host'
import { ErrorNote } from '../page/error-note'
import { WidgetSample } from './widget-sample'

const GROUPS: readonly WidgetGroup[] = [
  ...(['text', 'choice', 'date', 'people', 'data'] as const),
  ...(['file', 'code', 'system', 'display', 'layout'] as const),
]

/** Every widget of the registry, one at a time, chosen at the left; the address remembers which. */
export function WidgetGallery() {
  const host = useHost()
  const all = useMemo(() => [...catalogue.all()].sort((a, b) => a.key.localeCompare(b.key)), [])
  const [keyword, setKeyword] = useState('')
  const [key, choose] = useChosen(all[0]?.key ?? '')
  const chosen = catalogue.get(key) ?? all[0]
  if (!chosen) return <ErrorNote message={host.text('@gallery.none')} />
  const shown = all.filter((definition) => matches(definition, keyword, host.text(definition.title)))
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
        {GROUPS.map((group) => (
          <Group
            key={group}
            group={group}
            widgets={shown.filter((definition) => definition.group === group)}
            chosen={chosen.key}
            onChoose={choose}
          />
        ))}
        {shown.length === 0 && <p role="status">{host.text('@gallery.noMatch')}</p>}
      </nav>
      <main className="loam-gallery-place">
        <header>
          <h2>{host.text(chosen.title)}</h2>
          <code>{chosen.key}</code>
          {chosen.jnpfKeys.length > 0 && (
            <span className="loam-gallery-names">
              {host.text('@gallery.names')} {chosen.jnpfKeys.join(', ')}
            </span>
          )}
        </header>
        <WidgetSample key={chosen.key} definition={chosen} />
      </main>
    </div>
  )
}

function matches({ key, jnpfKeys }: WidgetDefinition, keyword: string, title: string): boolean {
  const word = keyword.trim().toLowerCase()
  return word === '' || [key, title, ...jnpfKeys].some((name) => name.toLowerCase().includes(word))
}

function Group({
  group,
  widgets,
  chosen,
  onChoose,
}: {
  readonly group: WidgetGroup
  readonly widgets: readonly WidgetDefinition[]
  readonly chosen: string
  readonly onChoose: (key: string) => void
}) {
  const host = useHost()
  if (widgets.length === 0) return null
  return (
    <section>
      <h3>{host.text(`@gallery.group.${group}`)}</h3>
      <ul>
        {widgets.map((definition) => (
          <li key={definition.key}>
            <button
              type="button"
              aria-current={definition.key === chosen ? 'true' : undefined}
              onClick={() => onChoose(definition.key)}
            >
              {host.text(definition.title)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The chosen widget, kept in the address's fragment so that it can be sent to somebody. */
function useChosen(first: string): readonly [string, (key: string) => void] {
  const [key, setKey] = useState(() => decodeURIComponent(location.hash.slice(1)) || first)
  const choose = (next: string) => {
    history.replaceState(history.state, '', `#${encodeURIComponent(next)}`)
    setKey(next)
  }
  return [key, choose]
}
