import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { clockText } from '../../parts/words'

const LAST = 5

interface Of {
  readonly projectId: string
  readonly deviceId: string
  /** Another one: read again. */
  readonly hint: unknown
}

/** The last commands to a device: who, what, and what became of it. */
export function LastCommands({ projectId, deviceId, hint }: Of) {
  const host = useHost()
  const { data, error } = useQuery(
    { call: 'fieldManagement.commands', input: { projectId, deviceId, currentPage: 1, pageSize: LAST } },
    { hint },
  )
  return (
    <section aria-label={host.text('@irrigation.lastCommands')}>
      <h3>{host.text('@irrigation.lastCommands')}</h3>
      {error !== null && <p className="loam-map-note">{error.message}</p>}
      {data?.list.length === 0 && <p className="loam-map-note">{host.text('@irrigation.noCommands')}</p>}
      <ul className="loam-act-list">
        {data?.list.map(({ commandId, op, state, issuedAt, issuedBy, resultText, target }) => (
          <li key={commandId}>
            <b>{host.text(`@irrigation.op_${op.replace('.', '_')}`)}</b>
            {typeof target['gatage'] === 'number' && ` ${target['gatage']} %`} ·{' '}
            {host.text(`@irrigation.state_${state}`)}
            <small>
              {clockText(host, issuedAt)} · {issuedBy}
              {resultText && ` · ${resultText}`}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
