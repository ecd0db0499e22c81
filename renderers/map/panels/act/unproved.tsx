import { useHost } from '@renderers/host'
import { type CommandState, isVerified } from '@runtime/field/command'
import type { CallAnswer } from '@services/client'
import { clockText } from '../../parts/words'

export type Run = CallAnswer<'fieldManagement.operateLgz'>['data']
type Step = Run['steps'][number]

/** Ends that prove nothing in their time; what was proved too late is told with both its times (`design/field.md §2.2`). */
const UNPROVED: ReadonlySet<string> = new Set(['FAILED', 'TIMEOUT', 'REJECTED', 'EXPIRED', 'LATE_VERIFIED'])

/** How many steps feedback has proved in their time. */
export const provedOf = ({ steps }: Run): number =>
  steps.filter(({ state }) => isVerified(state as CommandState)).length

/** Steps that nothing proves, and steps under way of which there is something to say (a pump under LOCAL). */
export function Unproved({ run }: { readonly run: Run }) {
  const list = run.steps.filter(
    ({ state, resultText }) =>
      UNPROVED.has(state) || (resultText !== '' && !isVerified(state as CommandState)),
  )
  if (list.length === 0) return null
  return (
    <ul className="loam-act-rules">
      {list.map((step) => (
        <li key={step.commandId} data-level={step.state === 'LATE_VERIFIED' ? 'warn' : 'reject'}>
          <Line step={step} />
        </li>
      ))}
    </ul>
  )
}

function Line({ step: { deviceId, state, resultText, finishedAt, verifiedAt } }: { readonly step: Step }) {
  const host = useHost()
  const late =
    state === 'LATE_VERIFIED' && finishedAt !== null && verifiedAt !== null
      ? `${clockText(host, verifiedAt)} · ${host.text('@irrigation.wasTimeout', { time: clockText(host, finishedAt) })}`
      : ''
  return (
    <>
      <b>{deviceId}</b> {host.text(`@irrigation.state_${state}`)} {late || resultText}
    </>
  )
}
