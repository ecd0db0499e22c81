import { useSnapshot } from 'valtio'
import { useHost } from '../host'
import { Icon } from '../icon'
import { clearTrace, toggleTrace, trace } from './trace'

/** The developer's panel: what ran, step by step, with input, output, time and error. */
export function TracePanel() {
  const host = useHost()
  const { entries } = useSnapshot(trace)
  void useSnapshot(trace).version
  return (
    <aside className="loam-trace" aria-label={host.text('@page.trace')}>
      <header>
        <strong>{host.text('@page.trace')}</strong>
        <button type="button" onClick={clearTrace}>
          {host.text('@page.clear')}
        </button>
        <button type="button" onClick={toggleTrace} aria-label={host.text('@common.close')}>
          <Icon name="Close" />
        </button>
      </header>
      {entries.length === 0 && <p>{host.text('@page.traceEmpty')}</p>}
      <ol>
        {entries.map(({ id, entry }) => (
          <li
            key={id}
            data-failed={entry.error !== undefined}
            style={{ paddingInlineStart: entry.depth * 16 }}
          >
            <details>
              <summary>
                <code>{entry.verb}</code>
                <span>{durationOf(entry)}</span>
                {entry.error !== undefined && <em>{entry.error}</em>}
              </summary>
              <pre>{printed({ input: entry.input, output: entry.output })}</pre>
            </details>
          </li>
        ))}
      </ol>
    </aside>
  )
}

function durationOf({
  startedAt,
  endedAt,
}: {
  readonly startedAt: number
  readonly endedAt?: number
}): string {
  return endedAt === undefined ? '…' : `${endedAt - startedAt} ms`
}

const LONGEST = 4000

function printed(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? ''
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text
}
