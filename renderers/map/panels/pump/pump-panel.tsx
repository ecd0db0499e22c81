import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { CONTROL_MODE, PUMP_STATE } from '@runtime/field/kinds'
import { useId, useState } from 'react'
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

const CONTROL = 'pump.controlPump'
const MODES = [CONTROL_MODE.remoteAuto, CONTROL_MODE.remoteManual, CONTROL_MODE.local] as const

/** A pump: what it says it does, and what it may be told; a start is confirmed at the server's own question. */
export function PumpPanel({ projectId, store, id }: PanelProps) {
  const host = useHost()
  const { text: translate } = host
  const row = useRow(store, id) ?? {}
  const reported = reportedOf(row)
  const stale = useStaleWords(store, id)
  const { followed, follow } = useNewestCommand(store, projectId, id)
  const act = useAct<FieldCommand>(follow)
  const mayOperate = useMay(projectId, 'operate')
  const mode = useAct<{ readonly command: FieldCommand | null }>(({ command }) => follow(command))
  const of = { projectId, deviceId: id, hint: followed.command?.state }
  const tell = (action: string, value?: number) =>
    act.start(CONTROL, { deviceId: id, action, ...(value !== undefined && { value }) })
  return (
    <div className="loam-act">
      <StateTable
        aspects={aspectsOf(translate, row, followed.command)}
        command={followed.command}
        isOn={reported.st === PUMP_STATE.running}
        isVerified={isGreen(followed.command, row)}
        stale={stale}
      />
      {reported.fault && (
        <p className="loam-act-box" data-tone="refused">
          {translate('@irrigation.fault')} · {reported.fault}
        </p>
      )}
      <Progress followed={followed} row={row} />
      {mayOperate && (
        <section className="loam-act-form" aria-label={translate('@map.control')}>
          <div className="loam-act-buttons">
            <Button type="primary" disabled={act.isBusy} onClick={() => tell('start')}>
              {translate('@irrigation.pumpStart')}
            </Button>
            <Button status="danger" onClick={() => tell('stop')}>
              {translate('@irrigation.pumpStop')}
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
              {translate('@irrigation.reset')}
            </Button>
          )}
          <ActState act={act} canRequestApproval />
          <fieldset>
            <legend>{translate('@map.mode')}</legend>
            <div className="loam-act-buttons">
              {MODES.map((one) => (
                <Button
                  key={one}
                  disabled={reported.mode === one || mode.isBusy}
                  aria-pressed={reported.mode === one}
                  onClick={() => mode.start('pump.changeModeSelection', { deviceId: id, mode: one })}
                >
                  {translate(`@map.mode_${one}`)}
                </Button>
              ))}
            </div>
          </fieldset>
          <ActState act={mode} />
        </section>
      )}
      <DeviceAlarms {...of} hint={row['isAlert']} />
      <LastCommands {...of} />
    </div>
  )
}

type Translate = ReturnType<typeof useHost>['text']

/** What a pump can be: whether it runs, who has it, and what it holds. */
function aspectsOf(translate: Translate, row: Row, command: FieldCommand | null): readonly Aspect[] {
  const aspect = aspectMaker(row, command)
  const all = [
    aspect('@map.pumpState', ({ st }) => (st === undefined ? null : translate(`@map.pump_${st}`))),
    aspect('@map.mode', ({ mode }) => (mode === undefined ? null : translate(`@map.mode_${mode}`))),
    aspect('@irrigation.freq', ({ freq }) => (freq === undefined ? null : freq.toFixed(1))),
    aspect('@irrigation.setPressure', ({ set }) => (set === undefined ? null : set.toFixed(2))),
  ]
  // A pump holds a frequency or a pressure, whose unit stands with its name: what nobody wants and it does not say is not there.
  return all.filter((one, place) => place < 2 || isReported(one))
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
