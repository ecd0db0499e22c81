import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { GROUP_STATE } from '@runtime/field/kinds'
import { canPause, isOver } from '@runtime/field/rotation'
import type { CallAnswer } from '@services/client'
import { useEffect, useId, useRef, useState } from 'react'
import { RecipeChoice } from '../../groups/recipe-choice'
import { useMay } from '../../level'
import type { FieldStore } from '../../store/field-store'
import { ActState } from '../act/act-state'
import { useAct } from '../act/use-act'
import { Violations } from '../act/violations'
import { Flows } from './flows'
import { type Run, RunProgress } from './run-progress'

export type Group = CallAnswer<'fieldManagement.lgz'>['data']
type Verdict = CallAnswer<'fieldManagement.judgeCanOperateLgz'>['data']
type Action = 'start' | 'stop' | 'switch' | 'pause' | 'resume'

/** How often what speaks against a group is asked for anew. */
const PACE = 10_000

/** One rotation group (LGZ): how it stands, what speaks against running it, and what may be done now. */
export function GroupCard({
  group,
  running,
  run,
  store,
  onActed,
}: {
  readonly group: Group
  /** The other group that runs, which this one may take over from. */
  readonly running: Group | null
  /** Its newest run. */
  readonly run: Run | null
  readonly store: FieldStore
  readonly onActed: () => void
}) {
  const { text: translate } = useHost()
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  // What has just been opened is what is looked at, also where it stands low in a long list.
  useEffect(() => {
    place.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  const [minutes, setMinutes] = useState(group.plannedMinutes)
  const [volume, setVolume] = useState(group.targetM3 ?? Number.NaN)
  const [recipe, setRecipe] = useState<string | null>(null)
  const act = useAct<Run>(onActed)
  const mayOperate = useMay(group.projectId, 'operate')
  const isActive = group.state === GROUP_STATE.running
  const isPaused = group.state === GROUP_STATE.paused
  const fed = recipe !== null && minutes >= 1 && !isPaused ? { fertRecipeId: recipe, minutes } : {}
  const first: Action = isPaused ? 'resume' : running ? 'switch' : 'start'
  const { data: verdict } = useQuery(
    isActive
      ? null
      : {
          call: 'fieldManagement.judgeCanOperateLgz',
          input: {
            lgzId: group.id,
            action: first,
            ...(first === 'switch' && { fromLgzId: running?.id }),
            ...fed,
          },
        },
    { hint: group.state, every: PACE },
  )
  const operate = (action: Action) =>
    act.start('fieldManagement.operateLgz', {
      lgzId: group.id,
      action,
      ...(action === 'switch' && { fromLgzId: running?.id }),
      ...((action === 'start' || action === 'switch') && {
        minutes,
        ...(volume > 0 && { targetM3: volume }),
        ...(recipe !== null && { fertRecipeId: recipe }),
      }),
    })
  // What the act has begun, until the list has it; frames tell how it stands meanwhile.
  const begun = act.state.phase === 'done' ? store.news.newest(act.state.data) : null
  const shown = begun && (run === null || run.startedAt < begun.startedAt) ? begun : run
  const isUnderWay = shown !== null && !isOver(shown.shown.phase)
  return (
    <div ref={place} className="loam-act" data-group={group.id}>
      {isActive || !verdict ? null : <VerdictNote verdict={verdict} />}
      {shown && (isUnderWay || isPaused) && <RunProgress run={shown} store={store} />}
      <Flows store={store} groupId={group.id} />
      {mayOperate && (
        <section className="loam-act-form" aria-label={translate('@map.control')}>
          {!isActive && !isPaused && (
            <div className="loam-act-grid">
              <div>
                <label htmlFor={`${id}-minutes`}>{translate('@irrigation.minutes')}</label>
                <input
                  id={`${id}-minutes`}
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={10_000}
                  value={Number.isNaN(minutes) ? '' : minutes}
                  onChange={({ target }) => setMinutes(target.valueAsNumber)}
                />
              </div>
              <div>
                <label htmlFor={`${id}-volume`}>{translate('@irrigation.orVolume')}</label>
                <input
                  id={`${id}-volume`}
                  type="number"
                  inputMode="decimal"
                  min={0}
                  value={Number.isNaN(volume) ? '' : volume}
                  onChange={({ target }) => setVolume(target.valueAsNumber)}
                />
              </div>
            </div>
          )}
          {!isActive && !isPaused && (
            <RecipeChoice projectId={group.projectId} chosen={recipe} onChosen={setRecipe} />
          )}
          <div className="loam-act-buttons">
            {isUnderWay || isActive ? (
              <Button
                disabled={act.isBusy || !shown || !canPause(shown.shown.phase)}
                onClick={() => operate('pause')}
              >
                {translate('@irrigation.pause')}
              </Button>
            ) : (
              <Button
                type="primary"
                disabled={verdict?.can === false || !(minutes >= 1) || act.isBusy}
                onClick={() => operate(first)}
              >
                {translate(`@irrigation.${first}`, { name: running?.name ?? '' })}
              </Button>
            )}
            <Button status="danger" onClick={() => operate('stop')}>
              {translate('@irrigation.stop')}
            </Button>
          </div>
          <ActState act={act} />
        </section>
      )}
    </div>
  )
}

/** The server's word on a start: the rules, and what the pipes would carry. */
function VerdictNote({ verdict: given }: { readonly verdict: Verdict }) {
  const { text: translate } = useHost()
  const { can, violations, hydraulics } = given
  return (
    <section aria-label={translate('@irrigation.check')}>
      <Violations list={violations} label={translate(can ? '@irrigation.known' : '@irrigation.against')} />
      <dl className="loam-act-three">
        <div>
          <dt>{translate('@irrigation.flow')}</dt>
          <dd>{hydraulics.flow.toFixed(0)} m³/h</dd>
        </div>
        <div>
          <dt>{translate('@irrigation.minPressure')}</dt>
          <dd>{hydraulics.minPressure === null ? '–' : `${hydraulics.minPressure.toFixed(3)} MPa`}</dd>
        </div>
        <div>
          <dt>{translate('@irrigation.maxVelocity')}</dt>
          <dd>{hydraulics.maxVelocity === null ? '–' : `${hydraulics.maxVelocity.toFixed(2)} m/s`}</dd>
        </div>
      </dl>
    </section>
  )
}
