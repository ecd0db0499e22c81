import { useHost } from '@renderers/host'
import { isOver, type RunShown, runWords } from '@runtime/field/rotation'
import type { Translate } from '@runtime/host'
import { useServerNow } from '../../parts/hooks'
import { clockText } from '../../parts/words'
import type { FieldStore } from '../../store/field-store'
import { type Run, Unproved } from '../act/unproved'

export type { Run } from '../act/unproved'

/** Reasons that the phase itself says. */
const SAID: ReadonlySet<string | null> = new Set([null, 'done', 'stopped'])

/** Phases whose words do not say how much of them has been proved. */
const COUNTLESS: ReadonlySet<string> = new Set(['watering', 'stopping'])

/** Before the water comes. */
const DRY: ReadonlySet<string> = new Set(['opening', 'starting'])

/** A run as the server says it stands, and what of its steps has not been proved. */
export function RunProgress({ run, store }: { readonly run: Run; readonly store: FieldStore }) {
  const host = useHost()
  const { text: translate } = host
  const now = useServerNow(store)
  const { shown } = run
  const { key, params } = runWords(shown, now)
  const proved = translate('@irrigation.proved', { proved: shown.proved, of: shown.of })
  const isSure = shown.of > 0 && shown.proved === shown.of
  return (
    <section className="loam-act-run" aria-label={translate('@irrigation.run')}>
      <p role="status">
        <b>{translate(key, params)}</b>
        {!SAID.has(shown.why) && ` · ${run.why}`}
        {COUNTLESS.has(shown.phase) && !isSure && ` · ${proved}`}
      </p>
      {!isOver(shown.phase) && (
        <progress max={Math.max(1, shown.of)} value={shown.proved} aria-label={proved} />
      )}
      <p className="loam-map-note">
        {[
          clockText(host, run.startedAt),
          shown.by,
          translate('@irrigation.minutesOf', { minutes: shown.minutes }),
          ...volumeText(translate, shown),
        ].join(' · ')}
      </p>
      {run.volumeNote && (
        <p className="loam-map-note" data-volume={run.volumeQuality}>
          {run.volumeNote}
        </p>
      )}
      {run.fertigation && <FertigationLine fertigation={run.fertigation} now={now} />}
      <Unproved run={run} />
    </section>
  )
}

/** What a run has had, and how sure that is; nothing before there is water. */
function volumeText(translate: Translate, { phase, m3, quality, target }: RunShown): readonly string[] {
  if (m3 === null) return DRY.has(phase) ? [] : [translate('@meter.unknownVolume')]
  const volume =
    target === null
      ? `${m3.toFixed(1)} m³`
      : translate('@irrigation.volumeOf', { volume: m3.toFixed(1), target })
  return [quality === 'partial' ? translate('@meter.atLeast', { volume }) : volume]
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
