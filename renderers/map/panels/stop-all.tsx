import { useHost } from '@renderers/host'
import { useEffect } from 'react'
import { useMay } from '../level'
import type { FieldStore } from '../store/field-store'
import { provedOf, type Run, Unproved } from './act/unproved'
import { useAct } from './act/use-act'
import { useRun } from './act/use-run'
import { stands } from './stop-places'
import './panels.css'

/** Milliseconds until a stop whose answer was lost is sent again: by the same id, until the server has it. */
const AGAIN = 2_000

interface StopAllProps {
  readonly projectId: string
  readonly store: Pick<FieldStore, 'news'>
  /** Where it stands; `frame`: in the frame around all pages. */
  readonly place?: 'map' | 'frame'
  /** Whether it can be pressed here, by who may stop anything; what became of a press is told all the same. */
  readonly isOffered?: boolean
}

/** One press stops every pump and closes what is open: never disabled, never asked twice (`design/field.md §2.2`). */
export function StopAll({ projectId, store, place = 'map', isOffered: isPlace = true }: StopAllProps) {
  const { text: translate } = useHost()
  const isOffered = useMay(projectId, 'operate') && isPlace
  const act = useAct<Run>()
  const { state, retry, dismiss } = act
  const isLost = state.phase === 'lost'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loss is followed by one more try.
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(retry, AGAIN)
    return () => clearTimeout(timer)
  }, [isLost])
  useEffect(() => (place === 'map' ? stands() : undefined), [place])
  const run = useRun(store, projectId, state)
  if (!isOffered && state.phase === 'idle') return null
  return (
    <div className="loam-stop" data-place={place}>
      {state.phase !== 'idle' && (
        <div className="loam-stop-word" role="alert" data-phase={state.phase}>
          {state.phase === 'sending' && <p>{translate('@irrigation.stopSending')}</p>}
          {isLost && <p>{translate('@irrigation.stopLost')}</p>}
          {state.phase === 'refused' && <p>{translate('@irrigation.stopRefused', { reason: state.text })}</p>}
          {run && <Stopped run={run} />}
          {state.phase !== 'sending' && !isLost && (
            <button type="button" className="loam-map-link" onClick={dismiss}>
              {translate('@map.close')}
            </button>
          )}
        </div>
      )}
      {isOffered && (
        <button
          type="button"
          className="loam-stop-button"
          onClick={() => act.start('fieldManagement.stopAll', { projectId })}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="M8 2h8l6 6v8l-6 6H8l-6-6V8Z" fill="none" stroke="currentColor" strokeWidth="2" />
            <path d="M8 8h8v8H8Z" fill="currentColor" />
          </svg>
          <span>{translate('@irrigation.stopAll')}</span>
        </button>
      )}
    </div>
  )
}

/** What has been proved to stand, of what was told to; and what nothing proves, with the reason. */
function Stopped({ run }: { readonly run: Run }) {
  const { text: translate } = useHost()
  const count = { done: provedOf(run), all: run.steps.length }
  const ended = count.done < count.all ? '@irrigation.stopUnproved' : '@irrigation.stopDone'
  return (
    <>
      <p>{translate(run.endedAt === null ? '@irrigation.stopping' : ended, count)}</p>
      <Unproved run={run} />
    </>
  )
}
