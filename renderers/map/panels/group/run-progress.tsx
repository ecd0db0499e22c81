import { useHost } from '@renderers/host'
import { useServerNow } from '../../parts/hooks'
import { clockText } from '../../parts/words'
import type { FieldStore } from '../../store/field-store'
import { provedOf, type Run, Unproved } from '../act/unproved'

export type { Run } from '../act/unproved'

/** A run and its steps: what has been proved, what has not, how long the water still runs. */
export function RunProgress({ run, store }: { readonly run: Run; readonly store: FieldStore }) {
  const host = useHost()
  const { text: translate } = host
  const now = useServerNow(store)
  const verified = provedOf(run)
  return (
    <section className="loam-act-run" aria-label={translate('@irrigation.run')}>
      <p role="status">
        <b>{translate(`@irrigation.run_${run.state}`)}</b>
        {run.why && ` · ${run.why}`} ·{' '}
        {translate('@irrigation.steps', { done: verified, all: run.steps.length })}
      </p>
      <progress
        max={Math.max(1, run.steps.length)}
        value={verified}
        aria-label={translate('@irrigation.steps', { done: verified, all: run.steps.length })}
      />
      <p className="loam-map-note">
        {clockText(host, run.startedAt)} · {run.issuedBy}
        {run.endsAt !== null &&
          run.endedAt === null &&
          ` · ${translate('@irrigation.endsIn', { minutes: Math.max(0, Math.ceil((run.endsAt - now) / 60_000)) })}`}
        {run.volumeM3 !== null && ` · ${run.volumeM3.toFixed(1)} m³`}
      </p>
      {run.fertigation && <FertigationLine fertigation={run.fertigation} now={now} />}
      <Unproved run={run} />
    </section>
  )
}

/** Where the fertilizer stands, by the spreader's own word. */
function FertigationLine({
  fertigation: { recipe, minutes, phase, startedAt, deviceId },
  now,
}: {
  readonly fertigation: NonNullable<Run['fertigation']>
  readonly now: number
}) {
  const { text: translate } = useHost()
  const left = startedAt === null ? null : Math.max(0, Math.ceil(minutes - (now - startedAt) / 60_000))
  return (
    <p className="loam-map-note" data-fertigation={phase}>
      {translate('@irrigation.fert', { recipe: recipe || deviceId })} ·{' '}
      {translate(`@irrigation.fert_${phase}`)}
      {phase === 'injecting' && left !== null && ` · ${translate('@irrigation.fertLeft', { minutes: left })}`}
    </p>
  )
}
