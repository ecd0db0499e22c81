import { Button, Input, Select, Switch } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Select/style/css.js'
import '@arco-design/web-react/es/Switch/style/css.js'
import { type ActName, actOnAlarm } from '@renderers/alarm/act'
import { alarmOnMap } from '@renderers/alarm/on-map'
import { Popup } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { useMay } from '@renderers/map/level'
import { type AlarmBoard, type Alarms, type DeviceAlarm, isUnseen } from '@services/client/alarms'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { LinkChip } from './link-chip'
import { byUrgency } from './order'
import { SeverityMark } from './severity-mark'
import { chooseAlarmSound, soundChoice } from './sound-choice'

/** Alarms that are drawn; the page of alarms has all. */
const MOST_DRAWN = 200
/** Minutes for which an alarm can be shelved here; eight hours are the most. */
const SHELVE_CHOICES = [15, 60, 240, 480]

/** The active alarms, those that nobody has acknowledged first, with what can be done about them. */
export function AlarmPanel({
  alarms,
  board,
  onClose,
  onAll,
  onShow,
}: {
  readonly alarms: Alarms
  readonly board: AlarmBoard
  readonly onClose: () => void
  readonly onAll: () => void
  readonly onShow: (address: string) => void
}) {
  const host = useHost()
  const mayAct = useMay(board.projectId, 'operate')
  const list = [...board.alarms.values()].sort(byUrgency)
  return (
    <Popup
      mode="drawer"
      className="loam-alarm-panel"
      width="400px"
      title={`${host.text('@alarm.panel')} (${list.length})`}
      action={<LinkChip board={board} />}
      visible
      closesBeside
      onClose={onClose}
      footer={
        <div className="loam-alarm-foot">
          <SoundSwitch />
          <Button onClick={onAll}>{host.text('@alarm.all')}</Button>
        </div>
      }
    >
      {list.length === 0 && (
        <p className="loam-alarm-none">{host.text(board.isLoaded ? '@alarm.none' : '@alarm.loading')}</p>
      )}
      <ul className="loam-alarm-list" data-stale={board.link !== 'live' || undefined}>
        {list.slice(0, MOST_DRAWN).map((alarm) => (
          <AlarmItem key={alarm.fid} alarms={alarms} alarm={alarm} mayAct={mayAct} onShow={onShow} />
        ))}
      </ul>
      {list.length > MOST_DRAWN && (
        <p className="loam-alarm-none">{host.text('@alarm.more', { count: list.length - MOST_DRAWN })}</p>
      )}
    </Popup>
  )
}

/** Alarms can be silent for good; that they are stays to be seen beside the bell. */
function SoundSwitch() {
  const host = useHost()
  const { isOn } = useSnapshot(soundChoice)
  return (
    <span className="loam-alarm-sound-switch">
      <Switch
        size="small"
        checked={isOn}
        aria-label={host.text('@alarm.sound')}
        onChange={(next) => void chooseAlarmSound(host, next)}
      />
      {host.text('@alarm.sound')}
    </span>
  )
}

function AlarmItem({
  alarms,
  alarm,
  mayAct,
  onShow,
}: {
  readonly alarms: Alarms
  readonly alarm: DeviceAlarm
  /** Whether the person may do more than look. */
  readonly mayAct: boolean
  readonly onShow: (address: string) => void
}) {
  const host = useHost()
  const place = alarmOnMap(alarm)
  const [openForm, setOpenForm] = useState<'shelve' | 'comment' | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (name: ActName, input: Readonly<Record<string, unknown>> = {}) => {
    setBusy(true)
    const { isDone, alarm: now } = await actOnAlarm(host, alarm, name, input)
    if (now) alarms.take(now)
    if (isDone) setOpenForm(null)
    setBusy(false)
  }
  const button = (name: 'shelve' | 'comment') => (
    <Button
      size="small"
      aria-expanded={openForm === name}
      onClick={() => setOpenForm(openForm === name ? null : name)}
    >
      {host.text(`@alarm.act.${name}`)}
    </Button>
  )
  return (
    <li className="loam-alarm-item" data-severity={alarm.severity} data-unseen={isUnseen(alarm) || undefined}>
      <div className="loam-alarm-head">
        <SeverityMark severity={alarm.severity} />
        <strong>{alarm.inputField101}</strong>
        <span className="loam-alarm-tag">{host.text(`@alarm.state.${alarm.alarmState}`)}</span>
      </div>
      <p>{alarm.textareaField103}</p>
      <div className="loam-alarm-facts">
        <time>{alarm.datepickerfield104}</time>
        {alarm.occurrences > 1 && <span>{host.text('@alarm.times', { count: alarm.occurrences })}</span>}
        {alarm.ackUser !== '' && <span>{`${host.text('@alarm.ackUser')} ${alarm.ackUser}`}</span>}
        {alarm.chattering === 1 && <span className="loam-alarm-tag">{host.text('@alarm.offerShelve')}</span>}
      </div>
      <div className="loam-alarm-acts">
        {mayAct && isUnseen(alarm) && (
          <Button
            size="small"
            type="primary"
            loading={busy && openForm === null}
            onClick={() => void run('ack')}
          >
            {host.text('@alarm.act.ack')}
          </Button>
        )}
        {mayAct && alarm.alarmState === 'LATCHED_ACK' && (
          <Button
            size="small"
            type="primary"
            loading={busy && openForm === null}
            onClick={() => void run('clear')}
          >
            {host.text('@alarm.act.clear')}
          </Button>
        )}
        {mayAct && button('shelve')}
        {mayAct && button('comment')}
        {place !== null && (
          <Button size="small" onClick={() => onShow(place)}>
            {host.text('@alarm.onMap')}
          </Button>
        )}
      </div>
      {mayAct && openForm && (
        <ActForm kind={openForm} busy={busy} onDone={(input) => void run(openForm, input)} />
      )}
    </li>
  )
}

function ActForm({
  kind,
  busy,
  onDone,
}: {
  readonly kind: 'shelve' | 'comment'
  readonly busy: boolean
  readonly onDone: (input: Readonly<Record<string, unknown>>) => void
}) {
  const host = useHost()
  const [text, setText] = useState('')
  const [minutes, setMinutes] = useState(60)
  const words = host.text(kind === 'shelve' ? '@alarm.reason' : '@alarm.note')
  return (
    <form
      className="loam-alarm-question"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '')
          onDone(kind === 'shelve' ? { minutes, reason: text.trim() } : { note: text.trim() })
      }}
    >
      {kind === 'shelve' && (
        <Select
          size="small"
          aria-label={host.text('@alarm.minutes')}
          value={minutes}
          onChange={setMinutes}
          options={SHELVE_CHOICES.map((value) => ({ value, label: host.text(`@alarm.minutes.${value}`) }))}
        />
      )}
      <Input
        size="small"
        aria-label={words}
        placeholder={words}
        maxLength={500}
        value={text}
        onChange={setText}
        autoFocus
      />
      <Button size="small" type="primary" htmlType="submit" loading={busy} disabled={text.trim() === ''}>
        {host.text(`@alarm.act.${kind}`)}
      </Button>
    </form>
  )
}
