import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconClose } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import type { AlarmBoard, Alarms, DeviceAlarm } from '@services/client/alarms'
import { createPortal } from 'react-dom'
import { act } from './acts'
import { countsBySeverity } from './order'
import { SeverityMark } from './severity-mark'

/** Pop-ups that stand side by side; with more they become one (`design/field.md §2.4`). */
export const MOST_POPUPS = 5

/** Notices over whatever page is open; each stays until it is closed (`spec/shell-and-monitoring.md §4, §9`). */
export function AlarmPopUps({
  alarms,
  board,
  onOpen,
}: {
  readonly alarms: Alarms
  readonly board: AlarmBoard
  readonly onOpen: () => void
}) {
  const host = useHost()
  const open = board.open.flatMap((fid) => board.alarms.get(fid) ?? [])
  return createPortal(
    <section className="loam-alarm-popups" aria-label={host.text('@alarm.popup')} aria-live="assertive">
      {open.length > MOST_POPUPS ? (
        <Stack alarms={alarms} open={open} onOpen={onOpen} />
      ) : (
        open.map((alarm) => <PopUp key={alarm.fid} alarms={alarms} alarm={alarm} />)
      )}
    </section>,
    document.body,
  )
}

function PopUp({ alarms, alarm }: { readonly alarms: Alarms; readonly alarm: DeviceAlarm }) {
  const host = useHost()
  const close = () => alarms.dismiss([alarm.fid])
  const acknowledge = async () => {
    if (await act(host, alarms, alarm, 'ack')) close()
  }
  return (
    <article className="loam-alarm-popup" data-severity={alarm.severity}>
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
        {alarm.alarmState === 'UNACK' ||
        alarm.alarmState === 'RTN_UNACK' ||
        alarm.alarmState === 'LATCHED_UNACK' ? (
          <Button size="small" type="primary" onClick={() => void acknowledge()}>
            {host.text('@alarm.act.ack')}
          </Button>
        ) : (
          <span className="loam-alarm-tag">{host.text(`@alarm.state.${alarm.alarmState}`)}</span>
        )}
      </footer>
    </article>
  )
}

/** More than anybody can read one by one. */
function Stack({
  alarms,
  open,
  onOpen,
}: {
  readonly alarms: Alarms
  readonly open: readonly DeviceAlarm[]
  readonly onOpen: () => void
}) {
  const host = useHost()
  const counts = countsBySeverity(open)
  const last = open.at(-1)
  const closeAll = () => alarms.dismiss(open.map(({ fid }) => fid))
  return (
    <article className="loam-alarm-popup" data-severity={counts[0]?.severity} data-stack>
      <header>
        <strong>{host.text('@alarm.stack', { count: open.length })}</strong>
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
