import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import type { Reported } from '@runtime/field/kinds'
import { useState } from 'react'
import { useMay } from '../../level'
import { useRow, useStaleWords } from '../../parts/hooks'
import type { Row } from '../../store/snapshot'
import { ActState } from '../act/act-state'
import { isGreen, reportedOf } from '../act/holds'
import { Progress } from '../act/progress'
import { type Aspect, aspectMaker, isReported, StateTable } from '../act/state-table'
import { useAct } from '../act/use-act'
import { type FieldCommand, useNewestCommand } from '../act/use-command'
import { DeviceAlarms } from '../device-alarms'
import type { PanelProps } from '../panel-props'
import { LastCommands } from '../valve/around'
import '../panels.css'

const CONTROL = 'pump.controlFertilizer'
const PACE = 5_000

/** A fertilizer spreader: its channels, tanks and valves as they are reported, and the rates that a start asks for. */
export function SpreaderPanel({ projectId, store, id }: PanelProps) {
  const host = useHost()
  const { text: translate } = host
  const [rates, setRates] = useState<Readonly<Record<number, number>>>({})
  const row = useRow(store, id) ?? {}
  const stale = useStaleWords(store, id)
  const { followed, follow } = useNewestCommand(store, projectId, id)
  const act = useAct<FieldCommand>(follow)
  const mayOperate = useMay(projectId, 'operate')
  const { data: status, error } = useQuery(
    { call: 'pump.getFertilizerSpreaderStatus', input: { deviceId: id } },
    { every: PACE, hint: followed.command?.state },
  )
  const { data: valves } = useQuery(
    { call: 'pump.getFertilizerValve', input: { deviceId: id } },
    { every: PACE },
  )
  const of = { projectId, deviceId: id, hint: followed.command?.state }
  const channels = status?.channels ?? []
  // What is doubtful is of now all the same.
  const reported = status?.quality === 'STALE' || status?.quality === 'BAD' ? 'stale' : 'closed'
  const start = async () => {
    if (!(await host.confirm({ text: translate('@irrigation.fertQuestion') }))) return
    act.start(CONTROL, { deviceId: id, action: 'start', rates: channels.map(({ no }) => rates[no] ?? 0) })
  }
  return (
    <div className="loam-act">
      {error !== null && (
        <p className="loam-act-box" data-tone="doubt">
          {error.message}
        </p>
      )}
      <StateTable
        aspects={aspectsOf(translate, row, followed.command, channels)}
        command={followed.command}
        isOn={reportedOf(row).st === 1}
        isVerified={isGreen(followed.command, row)}
        stale={stale}
      />
      {status && (
        <dl className="loam-act-three">
          <div data-reported={reported}>
            <dt>EC</dt>
            <dd>{status.ec === null ? '–' : `${status.ec.toFixed(2)} mS/cm`}</dd>
          </div>
          <div data-reported={reported}>
            <dt>pH</dt>
            <dd>{status.ph?.toFixed(1) ?? '–'}</dd>
          </div>
        </dl>
      )}
      <Progress followed={followed} row={row} />
      {mayOperate && (
        <section className="loam-act-form" aria-label={translate('@map.control')}>
          {channels.map(({ no, name, rate, tankLevel }) => (
            <div className="loam-act-setting" key={no}>
              <label htmlFor={`${id}-${no}`}>
                {name}
                <small>
                  {translate('@irrigation.channelFacts', {
                    rate: rate?.toFixed(0) ?? '–',
                    tank: tankLevel?.toFixed(0) ?? '–',
                    valve: valveWord(translate, valves?.find(({ channel }) => channel === no)?.open),
                  })}
                </small>
              </label>
              <input
                id={`${id}-${no}`}
                type="number"
                inputMode="numeric"
                min={0}
                max={2000}
                value={rates[no] ?? ''}
                onChange={({ target }) =>
                  setRates((before) => ({
                    ...before,
                    [no]: Number.isNaN(target.valueAsNumber) ? 0 : target.valueAsNumber,
                  }))
                }
              />
              <span>L/h</span>
            </div>
          ))}
          <div className="loam-act-buttons">
            <Button
              type="primary"
              disabled={act.isBusy || !Object.values(rates).some((rate) => rate > 0)}
              onClick={() => void start()}
            >
              {translate('@irrigation.fertStart')}
            </Button>
            <Button status="danger" onClick={() => act.start(CONTROL, { deviceId: id, action: 'stop' })}>
              {translate('@irrigation.fertStop')}
            </Button>
          </div>
          <ActState act={act} />
        </section>
      )}
      <DeviceAlarms {...of} />
      <LastCommands {...of} />
    </div>
  )
}

type Channels = readonly { readonly no: number; readonly name: string }[]

/** What a spreader can be: whether it injects, and how much of each channel. */
function aspectsOf(
  translate: ReturnType<typeof useHost>['text'],
  row: Row,
  command: FieldCommand | null,
  channels: Channels,
): readonly Aspect[] {
  const aspect = aspectMaker(row, command)
  const running = ({ st }: Partial<Reported>) =>
    st === undefined ? null : translate(st === 1 ? '@irrigation.fertRunning' : '@irrigation.fertStopped')
  const rateOf =
    (index: number) =>
    ({ st, rates }: Partial<Reported>) =>
      st === 0 || rates?.[index] === undefined ? null : rates[index].toFixed(0)
  return [
    aspect('@map.pumpState', running),
    ...channels.map(({ name }, index) => aspect(`${name} (L/h)`, rateOf(index))).filter(isReported),
  ]
}

const valveWord = (translate: ReturnType<typeof useHost>['text'], open: number | undefined) =>
  open === undefined ? '–' : translate(open === 1 ? '@map.condition_open' : '@map.closedValve')
