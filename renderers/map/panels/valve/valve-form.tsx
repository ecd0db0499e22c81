import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { DIRECTION } from '@runtime/field/kinds'
import { useId, useState } from 'react'
import type { FieldStore } from '../../store/field-store'
import type { Row } from '../../store/snapshot'
import { ActState } from '../act/act-state'
import { ApprovalRequest } from '../act/approval-request'
import type { Acting } from '../act/use-act'
import type { FieldCommand } from '../act/use-command'
import { Violations } from '../act/violations'
import { type Place, StopFirst } from './stop-first'
import { useDirections } from './three-states'
import { useVerdict } from './use-verdict'

const THREE_WAY = [DIRECTION.a, DIRECTION.b, DIRECTION.both] as const
/** A valve closes itself after this long, unless the person says otherwise: eight hours. */
const MINUTES = 480
const CLOSED: Place = { openDirection: DIRECTION.none, gatage: 0 }
const SET = 'fieldManagement.controlThreeWayBallValve'

/** What the person wants of the valve; closing stands apart and is always one press away. */
export function ValveForm({
  projectId,
  store,
  row,
  deviceId,
  act,
  blocks,
  isWaiting,
}: {
  readonly projectId: string
  readonly store: FieldStore
  readonly row: Row
  readonly deviceId: string
  readonly act: Acting<FieldCommand>
  /** Names of what the outlets water, where they are known. */
  readonly blocks: Readonly<Partial<Record<number, string>>>
  /** Whether a second person has been asked already. */
  readonly isWaiting: boolean
}) {
  const host = useHost()
  const { text: translate } = host
  const id = useId()
  const words = useDirections(row)
  const isThreeWay = row['type'] === 2
  const [direction, setDirection] = useState<number>(DIRECTION.a)
  const [gatage, setGatage] = useState(100)
  const [minutes, setMinutes] = useState(MINUTES)
  const verdict = useVerdict(deviceId, direction, gatage, row['control'] ?? row['ts'])
  const isRefused = verdict !== null && !verdict.canControl
  /** Where the last press would have had it. */
  const [last, setLast] = useState<Place | null>(null)
  const wish = { deviceId, openDirection: direction, gatage, maxRunSec: minutes * 60 }
  const open = async () => {
    const place = words(direction, gatage)
    const text = translate('@irrigation.openQuestion', {
      name: String(row['name'] ?? deviceId),
      place,
      minutes,
    })
    if (!(await host.confirm({ title: translate('@irrigation.open'), text }))) return
    setLast(wish)
    act.start(SET, wish)
  }
  const close = () => {
    setLast(CLOSED)
    act.start(SET, { deviceId, ...CLOSED })
  }
  const { state } = act
  const refused =
    state.phase === 'refused' && last !== null ? { place: last, violations: state.violations } : null
  const { place, violations } = refused ?? { place: wish, violations: verdict?.violations ?? [] }
  return (
    <section className="loam-act-form" aria-label={translate('@map.control')}>
      {isThreeWay && (
        <fieldset>
          <legend>{translate('@irrigation.direction')}</legend>
          {THREE_WAY.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={`${id}-direction`}
                checked={direction === one}
                onChange={() => setDirection(one)}
              />
              <span>
                {translate(`@map.direction_${one}`)}
                {blocks[one] && <small>{blocks[one]}</small>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <label htmlFor={`${id}-gatage`}>
        {translate('@map.opening')} <output>{gatage} %</output>
      </label>
      <input
        id={`${id}-gatage`}
        type="range"
        min={5}
        max={100}
        step={5}
        value={gatage}
        onChange={({ target }) => setGatage(target.valueAsNumber)}
      />
      <label htmlFor={`${id}-minutes`}>{translate('@irrigation.maxRun')}</label>
      <input
        id={`${id}-minutes`}
        type="number"
        inputMode="numeric"
        min={1}
        max={2880}
        value={Number.isNaN(minutes) ? '' : minutes}
        onChange={({ target }) => setMinutes(target.valueAsNumber)}
      />
      {verdict?.holder && (
        <p className="loam-act-box" data-tone="doubt">
          {translate('@irrigation.heldBy', {
            name: verdict.holder.userName,
            seconds: verdict.holder.heldSec,
          })}
        </p>
      )}
      {verdict && (
        <Violations
          list={verdict.violations}
          label={translate(isRefused ? '@irrigation.against' : '@irrigation.known')}
        />
      )}
      {isRefused && verdict.reason !== '' && verdict.violations.length === 0 && !verdict.holder && (
        <p className="loam-act-box" data-tone="refused">
          {verdict.reason}
        </p>
      )}
      {isWaiting && (
        <p className="loam-act-box" data-tone="doubt" role="status">
          {translate('@irrigation.awaitsSecond')}
        </p>
      )}
      {isRefused && !verdict.holder && !isWaiting && act.state.phase !== 'refused' && (
        <ApprovalRequest
          violations={verdict.violations}
          onRequest={(override, reason) => act.start(SET, { ...wish, override, reason })}
        />
      )}
      <div className="loam-act-buttons">
        <Button
          type="primary"
          disabled={isRefused || !(minutes >= 1 && minutes <= 2880) || act.isBusy}
          onClick={() => void open()}
        >
          {translate('@irrigation.open')}
        </Button>
        {/* Water is taken away whatever is under way: a close takes the place of what waits. */}
        <Button status="danger" onClick={close}>
          {translate('@irrigation.closeValve')}
        </Button>
      </div>
      {verdict && (
        <p className="loam-map-note">
          {translate('@irrigation.delivery', { seconds: verdict.expectedDeliverySec })}
        </p>
      )}
      <ActState act={act} canRequestApproval />
      <StopFirst
        projectId={projectId}
        store={store}
        deviceId={deviceId}
        violations={violations}
        place={{ openDirection: place.openDirection, gatage: place.gatage }}
        onStart={act.dismiss}
      />
    </section>
  )
}
