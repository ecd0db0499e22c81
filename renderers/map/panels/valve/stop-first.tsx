import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { isClose } from '@runtime/field/command'
import type { FieldStore } from '../../store/field-store'
import { ActState } from '../act/act-state'
import type { Run } from '../act/unproved'
import { useAct, type Violation } from '../act/use-act'
import { useRun } from '../act/use-run'
import { RunProgress } from '../group/run-progress'

/** How a valve is to stand. */
export interface Place {
  readonly openDirection: number
  readonly gatage: number
}

/** What is offered where a valve may not move while a pump runs (I02): the pumps stop, then it moves, in one press. */
export function StopFirst({
  projectId,
  store,
  deviceId,
  violations,
  place,
  onStart,
}: {
  readonly projectId: string
  readonly store: FieldStore
  readonly deviceId: string
  /** What was said of the wish. */
  readonly violations: readonly Violation[]
  readonly place: Place
  /** The refusal has been answered. */
  readonly onStart: () => void
}) {
  const host = useHost()
  const act = useAct<Run>()
  const run = useRun(store, projectId, act.state)
  const offer = violations.find(({ stopFirst }) => stopFirst !== undefined)
  // Where another rule forbids it as well, no pump stops for nothing.
  const isOffered = offer !== undefined && violations.every(({ level }) => level !== 'reject')
  const isUnderWay = run !== null && run.endedAt === null
  const closes = isClose({ direction: place.openDirection, gatage: place.gatage })
  const label = host.text(closes ? '@irrigation.stopThenClose' : '@irrigation.stopThenTurn')
  const go = async () => {
    // Taking water away is never asked twice; letting it out elsewhere is.
    if (!closes && !(await host.confirm({ title: label, text: offer?.text ?? '' }))) return
    act.start('fieldManagement.stopThenSet', { deviceId, ...place })
    onStart()
  }
  return (
    <>
      {isOffered && !isUnderWay && (
        <div className="loam-act-buttons">
          <Button status="danger" disabled={act.isBusy} onClick={() => void go()}>
            {label}
          </Button>
        </div>
      )}
      <ActState act={act} />
      {run && <RunProgress run={run} store={store} />}
    </>
  )
}
