import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { CONTROL_MODE, PUMP_STATE, type Reported } from '@runtime/field/kinds'
import { useId, useState } from 'react'
import { useRow } from '../../parts/hooks'
import { ActState } from '../act/act-state'
import { Progress } from '../act/progress'
import { useAct } from '../act/use-act'
import { type FieldCommand, useNewestCommand } from '../act/use-command'
import type { PanelProps } from '../control'
import { DeviceAlarms, LastCommands } from '../valve/around'
import '../panels.css'

const CONTROL = 'pump.controlPump'
const MODES = [CONTROL_MODE.remoteAuto, CONTROL_MODE.remoteManual, CONTROL_MODE.local] as const

/** A pump: what it says it does, and what it may be told; a start is confirmed at the server's own question. */
export function PumpPanel({ projectId, store, id }: PanelProps) {
  const host = useHost()
  const { text: say } = host
  const row = useRow(store, id) ?? {}
  const reported = (row['reported'] ?? {}) as Partial<Reported>
  const isStale = store.isStaleAt(store.indexOf(id))
  const { followed, follow } = useNewestCommand(store, projectId, id)
  const act = useAct<FieldCommand>(follow)
  const mode = useAct<{ readonly command: FieldCommand | null }>(({ command }) => follow(command))
  const of = { projectId, deviceId: id, hint: followed.command?.state }
  const tell = (action: string, value?: number) =>
    act.start(CONTROL, { deviceId: id, action, ...(value !== undefined && { value }) })
  return (
    <div className="loam-act">
      <dl className="loam-act-three">
        <div data-reported={isStale ? 'stale' : reported.st === PUMP_STATE.running ? 'open' : 'closed'}>
          <dt>{say('@irrigation.reported')}</dt>
          <dd>{reported.st === undefined ? '–' : say(`@map.pump_${reported.st}`)}</dd>
        </div>
        <div>
          <dt>{say('@map.mode')}</dt>
          <dd>{reported.mode === undefined ? '–' : say(`@map.mode_${reported.mode}`)}</dd>
        </div>
        <div>
          <dt>{say('@irrigation.fault')}</dt>
          <dd>{reported.fault || '–'}</dd>
        </div>
      </dl>
      <Progress followed={followed} />
      <section className="loam-act-form" aria-label={say('@map.control')}>
        <div className="loam-act-buttons">
          <Button type="primary" disabled={act.isBusy} onClick={() => tell('start')}>
            {say('@irrigation.pumpStart')}
          </Button>
          <Button status="danger" onClick={() => tell('stop')}>
            {say('@irrigation.pumpStop')}
          </Button>
        </div>
        <Setting
          label="@irrigation.freq"
          max={50}
          step={0.5}
          isBusy={act.isBusy}
          onSet={(value) => tell('setFreq', value)}
        />
        <Setting
          label="@irrigation.setPressure"
          max={0.6}
          step={0.01}
          isBusy={act.isBusy}
          onSet={(value) => tell('setPressure', value)}
        />
        {reported.st === PUMP_STATE.fault && (
          <Button disabled={act.isBusy} onClick={() => tell('reset')}>
            {say('@irrigation.reset')}
          </Button>
        )}
        <ActState act={act} canAskSecond />
        <fieldset>
          <legend>{say('@map.mode')}</legend>
          <div className="loam-act-buttons">
            {MODES.map((one) => (
              <Button
                key={one}
                disabled={reported.mode === one || mode.isBusy}
                aria-pressed={reported.mode === one}
                onClick={() => mode.start('pump.changeModeSelection', { deviceId: id, mode: one })}
              >
                {say(`@map.mode_${one}`)}
              </Button>
            ))}
          </div>
        </fieldset>
        <ActState act={mode} />
      </section>
      <DeviceAlarms {...of} hint={row['isAlert']} />
      <LastCommands {...of} />
    </div>
  )
}

/** A figure that a pump is told to hold. */
function Setting({
  label,
  max,
  step,
  isBusy,
  onSet,
}: {
  readonly label: string
  readonly max: number
  readonly step: number
  readonly isBusy: boolean
  readonly onSet: (value: number) => void
}) {
  const host = useHost()
  const id = useId()
  const [value, setValue] = useState(Number.NaN)
  const set = async () => {
    const text = host.text('@irrigation.setQuestion', { what: host.text(label), value })
    if (await host.confirm({ text })) onSet(value)
  }
  return (
    <div className="loam-act-setting">
      <label htmlFor={id}>{host.text(label)}</label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={0}
        max={max}
        step={step}
        value={Number.isNaN(value) ? '' : value}
        onChange={({ target }) => setValue(target.valueAsNumber)}
      />
      <Button disabled={!(value > 0 && value <= max) || isBusy} onClick={() => void set()}>
        {host.text('@irrigation.set')}
      </Button>
    </div>
  )
}
