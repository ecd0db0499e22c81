import { Button, Switch } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Switch/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { CallError } from '@runtime/host'
import { CODE } from '@services/client'
import { useState } from 'react'
import { useMay } from '../level'
import '../panels/panels.css'
import { StopAll } from '../panels/stop-all'
import { momentText } from '../parts/words'
import { FieldStore } from '../store/field-store'
import { rhythmOf } from './cron'
import './groups.css'
import { RainHolds } from './rain-holds'
import type { Schedule, ScheduleInput } from './schedule'
import { ScheduleForm } from './schedule-form'

/** Milliseconds between two looks at what schedules do. */
const PACE = 10_000
const LAST = 20
const NEW = 'new'

/** `/appAuto`: what waters by itself, when it does next, and what became of it. */
export function Schedules({ projectId, isDark }: { readonly projectId: string; readonly isDark: boolean }) {
  const host = useHost()
  const { text: translate } = host
  const [opened, setOpened] = useState<string | null>(null)
  const mayManage = useMay(projectId, 'manage')
  // No frames come here: what a stop does is asked for by the clock.
  const [store] = useState(() => new FieldStore())
  const { data, error, again } = useQuery(
    { call: 'fieldManagement.schedules', input: { projectId } },
    { every: PACE },
  )
  const { data: groups } = useQuery({ call: 'fieldManagement.lgzList', input: { projectId } })
  const write = async (act: () => Promise<unknown>) => {
    try {
      await act()
      host.toast('success', translate('@irrigation.saved'))
      setOpened(null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      host.toast('error', error.code === CODE.conflict ? translate('@irrigation.conflict') : error.message)
    }
    again()
  }
  const save = (known: Schedule | null, input: ScheduleInput) =>
    write(() =>
      known
        ? host.call('fieldManagement.updateSchedule', {
            ...input,
            id: known.id,
            rowVersion: known.rowVersion,
          })
        : host.call('fieldManagement.createSchedule', { ...input, projectId }),
    )
  const remove = async ({ id, name }: Schedule) => {
    const question = { text: translate('@irrigation.removeScheduleQuestion', { name }), danger: true }
    if (await host.confirm(question)) await write(() => host.call('fieldManagement.deleteSchedule', { id }))
  }
  return (
    <div className="loam-schedules" data-dark={isDark}>
      <header>
        <h1>{translate('@irrigation.schedules')}</h1>
        {mayManage && (
          <Button type="primary" onClick={() => setOpened(opened === NEW ? null : NEW)}>
            {translate('@irrigation.newSchedule')}
          </Button>
        )}
      </header>
      <RainHolds projectId={projectId} mayManage={mayManage} />
      {error !== null && (
        <p className="loam-act-box" data-tone="doubt" role="status">
          {error.message}
        </p>
      )}
      {mayManage && opened === NEW && groups && (
        <div className="loam-schedule">
          <ScheduleForm
            projectId={projectId}
            groups={groups}
            schedule={null}
            onSave={(input) => void save(null, input)}
          />
        </div>
      )}
      {data?.length === 0 && opened !== NEW && <p>{translate('@irrigation.noSchedules')}</p>}
      <ul>
        {data?.map((schedule) => (
          <li className="loam-schedule" key={schedule.id}>
            {mayManage ? (
              <>
                <button
                  type="button"
                  className="loam-group-head"
                  aria-expanded={opened === schedule.id}
                  onClick={() => setOpened(opened === schedule.id ? null : schedule.id)}
                >
                  <Head schedule={schedule} />
                </button>
                <Switch
                  aria-label={`${translate('@irrigation.enabled')} ${schedule.name}`}
                  checked={schedule.enabledMark === 1}
                  onChange={(isOn) =>
                    void save(schedule, { ...inputOf(schedule), enabledMark: isOn ? 1 : 0 })
                  }
                />
              </>
            ) : (
              <div className="loam-group-head">
                <Head schedule={schedule} />
              </div>
            )}
            {mayManage && opened === schedule.id && groups && (
              <ScheduleForm
                key={schedule.rowVersion}
                projectId={projectId}
                groups={groups}
                schedule={schedule}
                onSave={(input) => void save(schedule, input)}
                onRemove={() => void remove(schedule)}
              />
            )}
          </li>
        ))}
      </ul>
      <Outcomes projectId={projectId} />
      <StopAll projectId={projectId} store={store} />
    </div>
  )
}

/** What of a schedule is written back. */
function inputOf({ id: _, projectId: __, nextAt: ___, rowVersion: ____, ...input }: Schedule): ScheduleInput {
  return input
}

/** What it does, and when next. */
function Head({ schedule: { name, mode, cron, nextAt } }: { readonly schedule: Schedule }) {
  const host = useHost()
  const { text: translate } = host
  return (
    <>
      <b>{name}</b>
      <span>{translate(`@irrigation.mode_${mode}`)}</span>
      <small>
        <Rhythm cron={cron} /> ·{' '}
        {nextAt === null
          ? translate('@irrigation.noNext')
          : translate('@irrigation.nextAt', { time: momentText(host, nextAt) })}
      </small>
    </>
  )
}

function Rhythm({ cron }: { readonly cron: string }) {
  const { text: translate } = useHost()
  const rhythm = rhythmOf(cron)
  if (!rhythm) return translate('@irrigation.cronCustom', { cron })
  const days =
    rhythm.days.length === 7
      ? ''
      : ` ${rhythm.days.map((day) => translate(`@irrigation.day_${day}`)).join(' ')}`
  return `${rhythm.clock}${days}`
}

/** Planned starts and their fate, the missed ones too. */
function Outcomes({ projectId }: { readonly projectId: string }) {
  const host = useHost()
  const { text: translate } = host
  const { data } = useQuery(
    { call: 'fieldManagement.scheduleRuns', input: { projectId, currentPage: 1, pageSize: LAST } },
    { every: PACE },
  )
  return (
    <section className="loam-schedule-runs" aria-label={translate('@irrigation.history')}>
      <h2>{translate('@irrigation.history')}</h2>
      {data?.list.length === 0 && <p>{translate('@irrigation.noHistory')}</p>}
      <ul>
        {data?.list.map(({ id, scheduleName, plannedAt, state, why }) => (
          <li key={id}>
            <b data-state={state}>{translate(`@irrigation.schedule_${state}`)}</b> {scheduleName} ·{' '}
            {momentText(host, plannedAt)}
            {why && ` · ${why}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
