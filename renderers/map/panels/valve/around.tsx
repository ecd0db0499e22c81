import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { useAnswer } from '@renderers/use-answer'
import { CallError } from '@runtime/host'
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
  const { data, failure } = useAnswer(
    'fieldManagement.commands',
    { projectId, deviceId, currentPage: 1, pageSize: LAST },
    { hint },
  )
  return (
    <section aria-label={host.text('@irrigation.lastCommands')}>
      <h3>{host.text('@irrigation.lastCommands')}</h3>
      {failure !== null && <p className="loam-map-note">{failure}</p>}
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

/** Alarms of a device that stand, each with what may be done about it. */
export function DeviceAlarms({ projectId, deviceId, hint }: Of) {
  const host = useHost()
  const { text: say } = host
  const { data, again } = useAnswer(
    'pump.getDeviceWarningRecord',
    { projectId, deviceId, currentPage: 1, pageSize: LAST },
    { hint },
  )
  const open = data?.list.filter(({ state }) => state === 0) ?? []
  if (open.length === 0) return null
  const handle = async (id: string, action: 'ack' | 'clear') => {
    if (action === 'clear' && !(await host.confirm({ text: say('@irrigation.clearQuestion') }))) return
    try {
      await host.call('fieldManagement.handleTwbAlarm', { id, action })
      again()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      host.toast('error', error.message)
    }
  }
  return (
    <section aria-label={say('@irrigation.alarms')}>
      <h3>{say('@irrigation.alarms')}</h3>
      <ul className="loam-act-list">
        {open.map(({ fid, textareaField103: content, datepickerfield104: time, occurrences }) => (
          <li key={fid}>
            <b>{content}</b>
            <small>
              {time} · ×{occurrences}
            </small>
            <div className="loam-act-buttons">
              <Button size="small" onClick={() => void handle(fid, 'ack')}>
                {say('@irrigation.acknowledge')}
              </Button>
              <Button size="small" onClick={() => void handle(fid, 'clear')}>
                {say('@irrigation.clearAlarm')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
