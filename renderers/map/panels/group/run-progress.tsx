import { useHost } from '@renderers/host'
import type { CallAnswer } from '@services/client'
import { useNow } from '../../parts/hooks'
import { clockText } from '../../parts/words'

export type Run = CallAnswer<'fieldManagement.operateLgz'>['data']

const VERIFIED: ReadonlySet<string> = new Set(['VERIFIED', 'LATE_VERIFIED'])
const FAILED: ReadonlySet<string> = new Set(['FAILED', 'TIMEOUT', 'REJECTED', 'EXPIRED'])

/** A run and its steps: what has been proved, what has not, how long the water still runs. */
export function RunProgress({ run }: { readonly run: Run }) {
  const host = useHost()
  const { text: say } = host
  const now = useNow()
  const verified = run.steps.filter(({ state }) => VERIFIED.has(state)).length
  const failed = run.steps.filter(({ state }) => FAILED.has(state))
  return (
    <section className="loam-act-run" aria-label={say('@irrigation.run')}>
      <p role="status">
        <b>{say(`@irrigation.run_${run.state}`)}</b>
        {run.why && ` · ${run.why}`} · {say('@irrigation.steps', { done: verified, all: run.steps.length })}
      </p>
      <progress
        max={Math.max(1, run.steps.length)}
        value={verified}
        aria-label={say('@irrigation.steps', { done: verified, all: run.steps.length })}
      />
      <p className="loam-map-note">
        {clockText(host, run.startedAt)} · {run.issuedBy}
        {run.endsAt !== null &&
          run.endedAt === null &&
          ` · ${say('@irrigation.endsIn', { minutes: Math.max(0, Math.ceil((run.endsAt - now) / 60_000)) })}`}
        {run.volumeM3 !== null && ` · ${run.volumeM3.toFixed(1)} m³`}
      </p>
      {failed.length > 0 && (
        <ul className="loam-act-rules">
          {failed.map(({ commandId, deviceId, state, resultText }) => (
            <li key={commandId}>
              <b>{deviceId}</b> {say(`@irrigation.state_${state}`)} {resultText}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
