import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { actOnAlarm } from '@renderers/alarm/act'
import { ALARM_TAG } from '@renderers/alarm/tag'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { type DeviceAlarm, isUnseen } from '@services/client/alarm-board'
import { useMay } from '../level'
import './panels.css'

/** The rows at once of a list that is no page of one (`spec/shell-and-monitoring.md §9`). */
const EVERYTHING = { currentPage: 1, pageSize: 9999 } as const

/** Alarms of a device that stand, the gravest first, each as it is and with what may be done about it. */
export function DeviceAlarms({
  projectId,
  deviceId,
  hint,
}: {
  readonly projectId: string
  readonly deviceId: string
  /** Another one: read again. */
  readonly hint?: unknown
}) {
  const host = useHost()
  const { text: translate } = host
  const { data, error, again } = useQuery(
    { call: 'deviceAlarm.list', input: { projectId, deviceId, state: 0, ...EVERYTHING }, tags: [ALARM_TAG] },
    { hint },
  )
  const mayAct = useMay(projectId, 'operate')
  const handle = async (alarm: DeviceAlarm, name: 'ack' | 'clear') => {
    await actOnAlarm(host, alarm, name)
    // Done or refused: what is shown is what the server says now.
    again()
  }
  const open = [...(data?.list ?? [])].sort((left, right) => left.severity - right.severity)
  if (open.length === 0 && error === null) return null
  return (
    <section aria-label={translate('@alarm.panel')}>
      <h3>{translate('@alarm.panel')}</h3>
      {error !== null && <p className="loam-map-note">{error.message}</p>}
      <ul className="loam-act-list">
        {open.map((alarm) => (
          <li key={alarm.fid}>
            <b>{alarm.textareaField103}</b>
            <small>
              {translate(`@alarm.severity.${alarm.severity}`)} ·{' '}
              {translate(`@alarm.state.${alarm.alarmState}`)}
              {alarm.ackUser !== '' && ` · ${translate('@alarm.ackUser')} ${alarm.ackUser}`} ·{' '}
              {alarm.datepickerfield104} · ×{alarm.occurrences}
            </small>
            {mayAct && (
              <div className="loam-act-buttons">
                {isUnseen(alarm) && (
                  <Button size="small" onClick={() => void handle(alarm, 'ack')}>
                    {translate('@alarm.act.ack')}
                  </Button>
                )}
                {alarm.alarmState.startsWith('LATCHED') && (
                  <Button size="small" onClick={() => void handle(alarm, 'clear')}>
                    {translate('@alarm.act.clear')}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
