import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { useAnswer } from '@renderers/use-answer'
import { useState } from 'react'
import { ActState } from '../act/act-state'
import { Progress } from '../act/progress'
import { useAct } from '../act/use-act'
import { type FieldCommand, useNewestCommand } from '../act/use-command'
import type { PanelProps } from '../control'
import { DeviceAlarms, LastCommands } from '../valve/around'
import '../panels.css'

const CONTROL = 'pump.controlFertilizer'
const PACE = 5_000

/** A fertilizer spreader: its channels, tanks and valves as they are reported, and the rates that a start asks for. */
export function SpreaderPanel({ projectId, store, id }: PanelProps) {
  const host = useHost()
  const { text: say } = host
  const [rates, setRates] = useState<Readonly<Record<number, number>>>({})
  const { followed, follow } = useNewestCommand(store, projectId, id)
  const act = useAct<FieldCommand>(follow)
  const { data: status, failure } = useAnswer(
    'pump.getFertilizerSpreaderStatus',
    { deviceId: id },
    { pace: PACE, hint: followed.command?.state },
  )
  const { data: valves } = useAnswer('pump.getFertilizerValve', { deviceId: id }, { pace: PACE })
  const of = { projectId, deviceId: id, hint: followed.command?.state }
  const channels = status?.channels ?? []
  const start = async () => {
    if (!(await host.confirm({ text: say('@irrigation.fertQuestion') }))) return
    act.start(CONTROL, { deviceId: id, action: 'start', rates: channels.map(({ no }) => rates[no] ?? 0) })
  }
  return (
    <div className="loam-act">
      {failure !== null && (
        <p className="loam-act-box" data-tone="doubt">
          {failure}
        </p>
      )}
      {status && (
        <dl className="loam-act-three">
          <div data-reported={status.quality !== 'GOOD' ? 'stale' : status.state === 1 ? 'open' : 'closed'}>
            <dt>{say('@irrigation.reported')}</dt>
            <dd>{say(status.state === 1 ? '@irrigation.fertRunning' : '@irrigation.fertStopped')}</dd>
          </div>
          <div>
            <dt>EC</dt>
            <dd>{status.ec === null ? '–' : `${status.ec.toFixed(2)} mS/cm`}</dd>
          </div>
          <div>
            <dt>pH</dt>
            <dd>{status.ph?.toFixed(1) ?? '–'}</dd>
          </div>
        </dl>
      )}
      <Progress followed={followed} />
      <section className="loam-act-form" aria-label={say('@map.control')}>
        {channels.map(({ no, name, rate, tankLevel }) => (
          <div className="loam-act-setting" key={no}>
            <label htmlFor={`${id}-${no}`}>
              {name}
              <small>
                {say('@irrigation.channelFacts', {
                  rate: rate?.toFixed(0) ?? '–',
                  tank: tankLevel?.toFixed(0) ?? '–',
                  valve: valveWord(say, valves?.find(({ channel }) => channel === no)?.open),
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
            {say('@irrigation.fertStart')}
          </Button>
          <Button status="danger" onClick={() => act.start(CONTROL, { deviceId: id, action: 'stop' })}>
            {say('@irrigation.fertStop')}
          </Button>
        </div>
        <ActState act={act} />
      </section>
      <DeviceAlarms {...of} />
      <LastCommands {...of} />
    </div>
  )
}

const valveWord = (say: ReturnType<typeof useHost>['text'], open: number | undefined) =>
  open === undefined ? '–' : say(open === 1 ? '@map.condition_open' : '@map.closedValve')
