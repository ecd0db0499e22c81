import { checkDocument } from '@runtime/document'
import { CallError, type Host } from '@runtime/host'
import { type NodeDefinition, nodeSettings } from '@runtime/page'
import { examplePage, type NodeExample } from '@runtime/page/examples'
import type { Text } from '@runtime/text'
import { catalogue } from '@widgets/definitions'
import { useMemo, useState } from 'react'
import { useHost } from '../host'
import { Code, Face } from './face'
import { LiveDocument } from './live-document'
import { SettingsPanel } from './settings-panel'
import './widget-gallery.css'
import { RadioRow } from '@widgets/shared/radio-row'

/** What its source has to say. */
const STATES = ['ready', 'empty', 'failed'] as const
type State = (typeof STATES)[number]

interface NodeSampleProps {
  readonly definition: NodeDefinition
  readonly example: NodeExample
}

/** One node at work, as its example writes it, with its source as it is, empty or failing. */
export function NodeSample({ definition, example }: NodeSampleProps) {
  const host = useHost()
  const [state, setState] = useState<State>('ready')
  const { node: _name, ...given } = example.body
  const [settings, setSettings] = useState<Readonly<Record<string, unknown>>>(given)
  const shown = useMemo(
    () => ({ ...example, body: { node: definition.name, ...neededOf(definition, example), ...settings } }),
    [example, definition, settings],
  )
  const configurable = useMemo(() => nodeSettings(definition), [definition])
  const translate = (key: string) => host.text(`@gallery.${key}`)
  const states = example.answers && (
    <RadioRow
      type="button"
      size="small"
      aria-label={translate('answers')}
      value={state}
      onChange={setState}
      options={STATES.map((value) => ({ value, label: translate(`answer.${value}`) }))}
    />
  )
  return (
    <div className="loam-sample">
      <div className="loam-sample-faces">
        <Face title={translate('live')} extra={states}>
          <LiveNode
            key={state}
            name={definition.name}
            title={definition.title}
            example={shown}
            state={state}
          />
        </Face>
        <Face title={translate('document')}>
          <Code label={translate('document')} value={shown.body} />
        </Face>
        <Face title={translate('words')}>
          <Words definition={definition} />
        </Face>
      </div>
      <section className="loam-sample-settings" aria-label={translate('settings')}>
        <h3>{translate('settings')}</h3>
        <SettingsPanel definition={configurable} settings={settings} onChange={setSettings} />
      </section>
    </div>
  )
}

/** Words without which there is no such node: while one is empty it is as the example has it. */
function neededOf({ schema }: NodeDefinition, { body }: NodeExample) {
  const { required = [] } = schema as unknown as { readonly required?: readonly string[] }
  return Object.fromEntries(required.map((word) => [word, body[word]]))
}

interface LiveNodeProps {
  readonly name: string
  readonly title: Text
  readonly example: NodeExample
  readonly state?: State
}

/** An example at work. */
export function LiveNode({ name, title, example, state = 'ready' }: LiveNodeProps) {
  const around = useHost()
  const host = useMemo(() => exampleHost(around, example, state), [around, example, state])
  return (
    <LiveDocument
      kind="page"
      content={examplePage(example, title)}
      file={`examples/${name}`}
      label={around.text(title)}
      host={host}
    />
  )
}

/** The host around, but that calls are answered by the example. */
function exampleHost(around: Host, { answers = {}, files = {} }: NodeExample, state: State): Host {
  const call: Host['call'] = async (name, input) => {
    if (name === 'documents.read') {
      const file = String(input?.['file'])
      return { data: { file, version: '', content: files[file], problems: [], uses: [] }, msg: '' }
    }
    if (name === 'documents.check') return { data: checkedHere(input), msg: '' }
    if (!Object.hasOwn(answers, name)) return around.call(name, input)
    if (state === 'failed') throw new CallError(500, around.text('@gallery.failing'))
    return { data: state === 'empty' ? NOTHING : answers[name], msg: '' }
  }
  // Its language and person stay those of the host around; its answers are kept apart.
  return Object.assign(Object.create(around) as Host, { call, data: undefined })
}

/** What is written in an example is checked without a server: it names neither calls nor other documents. */
function checkedHere(input: Readonly<Record<string, unknown>> | undefined) {
  const file = `draft.${String(input?.['kind'])}.json`
  return checkDocument(file, String(input?.['text']), {
    catalogue,
    resources: {},
    callNames: [],
    exists: () => false,
    localeKeys: new Map(),
  })
}

const NOTHING = { list: [], series: [], pagination: { total: 0 } }

/** The node's own words and what each means. */
function Words({ definition }: { readonly definition: NodeDefinition }) {
  const { properties } = definition.schema as unknown as {
    readonly properties: Readonly<Record<string, { readonly description?: string }>>
  }
  return (
    <dl className="loam-sample-words">
      {Object.entries(properties).map(([name, { description }]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  )
}
