import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconClose } from '@arco-design/web-react/icon'
import { actOnAlarm } from '@renderers/alarm/act'
import { alarmOnMap } from '@renderers/alarm/on-map'
import { useHost } from '@renderers/host'
import { useMay } from '@renderers/map/level'
import { type AlarmBoard, type AlarmNotice, type Alarms, isUnseen } from '@services/client/alarms'
import { useNarrow } from '../use-narrow'
import { countsBySeverity } from './order'
import { SeverityMark } from './severity-mark'

/** Pop-ups that stand side by side; with more they become one (`design/looks.md`), sooner where there is no room. */
const MOST_POPUPS = { wide: 2, narrow: 1 }

/**
 * Notices over whatever page is open; each stays until it is closed (`spec/shell-and-monitoring.md §4, §9`), and says what has
 * become of its alarm.
 */
export function AlarmPopUps({
  alarms,
  board,
  onOpen,
}: {
  readonly alarms: Alarms
  readonly board: AlarmBoard
  readonly onOpen: () => void
}) {
  const { open } = board
  const most = useNarrow() ? MOST_POPUPS.narrow : MOST_POPUPS.wide
  return open.length > most ? (
    <Stack alarms={alarms} open={open} onOpen={onOpen} />
  ) : (
    open.map((notice) => (
      <PopUp key={notice.alarm.fid} projectId={board.projectId} alarms={alarms} notice={notice} />
    ))
  )
}

function PopUp({
  projectId,
  alarms,
  notice: { alarm, isGone },
}: {
  readonly projectId: string
  readonly alarms: Alarms
  readonly notice: AlarmNotice
}) {
  const host = useHost()
  const close = () => alarms.dismiss([alarm.fid])
  const acknowledge = async () => {
    const { isDone, alarm: now } = await actOnAlarm(host, alarm, 'ack')
    if (now) alarms.take(now)
    if (isDone) close()
  }
  const mayAct = useMay(projectId, 'operate')
  const waits = isWaiting({ alarm, isGone })
  const place = alarmOnMap(alarm)
  return (
    <article className="loam-alarm-popup" data-severity={alarm.severity} data-over={!waits || undefined}>
      <header>
        <SeverityMark severity={alarm.severity} />
        <strong>{alarm.inputField101}</strong>
        <button
          type="button"
          className="loam-icon-button"
          aria-label={`${host.text('@alarm.close')} ${alarm.inputField101}`}
          onClick={close}
        >
          <IconClose />
        </button>
      </header>
      <p>{alarm.textareaField103}</p>
      <footer>
        <time>{alarm.datepickerfield104}</time>
        {alarm.chattering === 1 && <span className="loam-alarm-tag">{host.text('@alarm.chattering')}</span>}
        {(isGone || alarm.alarmState !== 'UNACK') && (
          <span className="loam-alarm-tag" role="status">
            {host.text(isGone ? '@alarm.notNow' : `@alarm.state.${alarm.alarmState}`)}
            {!waits && alarm.ackUser !== '' && ` · ${alarm.ackUser}`}
          </span>
        )}
        {place !== null && (
          <Button size="small" onClick={() => host.navigate(place)}>
            {host.text('@alarm.onMap')}
          </Button>
        )}
        {waits && mayAct && (
          <Button size="small" type="primary" onClick={() => void acknowledge()}>
            {host.text('@alarm.act.ack')}
          </Button>
        )}
      </footer>
    </article>
  )
}

/** Whether somebody has still to acknowledge what the notice is about. */
const isWaiting = ({ alarm, isGone }: AlarmNotice) => !isGone && alarm.state === 0 && isUnseen(alarm)

/** More than anybody can read one by one. */
function Stack({
  alarms,
  open,
  onOpen,
}: {
  readonly alarms: Alarms
  readonly open: readonly AlarmNotice[]
  readonly onOpen: () => void
}) {
  const host = useHost()
  const all = open.map(({ alarm }) => alarm)
  const counts = countsBySeverity(all)
  const last = all.at(-1)
  const waiting = open.filter(isWaiting).length
  const closeAll = () => alarms.dismiss(all.map(({ fid }) => fid))
  return (
    <article className="loam-alarm-popup" data-severity={counts[0]?.severity} data-stack>
      <header>
        <strong>{host.text('@alarm.stack', { count: open.length })}</strong>
        <span className="loam-alarm-tag">{host.text('@alarm.stackWaiting', { count: waiting })}</span>
      </header>
      <ul>
        {counts.map(({ severity, count }) => (
          <li key={severity}>
            <SeverityMark severity={severity} />
            <b>{count}</b>
          </li>
        ))}
      </ul>
      {last && (
        <p>
          {last.inputField101} · {last.textareaField103}
        </p>
      )}
      <footer>
        <Button size="small" onClick={closeAll}>
          {host.text('@alarm.closeAll')}
        </Button>
        <Button size="small" type="primary" onClick={onOpen}>
          {host.text('@alarm.open')}
        </Button>
      </footer>
    </article>
  )
}
