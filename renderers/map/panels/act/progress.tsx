import { Button } from '@arco-design/web-react'
import { useHost } from '@renderers/host'
import '@arco-design/web-react/es/Button/style/css.js'
import { type CommandState, isInFlight, isVerified } from '@runtime/field/command'
import { CallError } from '@runtime/host'
import { useMay } from '../../level'
import { clockText } from '../../parts/words'
import type { Row } from '../../store/snapshot'
import { holds, isGreen } from './holds'
import type { FieldCommand, Followed } from './use-command'

/** What has not been sent can be taken back; what is on its way is undone by another command. */
const CANCELABLE: ReadonlySet<CommandState> = new Set(['AWAIT_CONFIRM', 'QUEUED'])
const WAY = ['QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING', 'VERIFIED'] as const

/** A command on its way, station by station; only what feedback has proved is green (`design/field.md §2.2`). */
export function Progress({ followed, row }: { readonly followed: Followed; readonly row: Row }) {
  const host = useHost()
  const { command, isOutOfReach } = followed
  if (!command) return null
  const state = command.state as CommandState
  const time =
    command.verifiedAt ?? command.finishedAt ?? command.ackedAt ?? command.sentAt ?? command.issuedAt
  const isTrue = isGreen(command, row)
  const at = WAY.indexOf(state as (typeof WAY)[number])
  return (
    <section
      className="loam-act-progress"
      data-state={state}
      data-true={isTrue}
      aria-label={host.text('@irrigation.progress')}
    >
      <ol>
        {WAY.map((station, place) => (
          <li
            key={station}
            data-passed={at >= 0 && place <= at}
            aria-current={isInFlight(state) && place === at ? 'step' : undefined}
          >
            {host.text(`@irrigation.state_${station}`)}
          </li>
        ))}
      </ol>
      <p role="status" data-verified={isTrue}>
        <b>{host.text(`@irrigation.state_${state}`)}</b> · {clockText(host, time)} · {command.issuedBy}
        {command.resultText && ` · ${command.resultText}`}
      </p>
      {state === 'LATE_VERIFIED' && command.finishedAt !== null && (
        <p>{host.text('@irrigation.wasTimeout', { time: clockText(host, command.finishedAt) })}</p>
      )}
      {isVerified(state) && !holds(command, row) && (
        <p data-doubt="true">{host.text('@irrigation.changedSince')}</p>
      )}
      {isInFlight(state) && command.attempts > 1 && (
        <p>{host.text('@irrigation.attempts', { count: command.attempts })}</p>
      )}
      {state === 'AWAIT_CONFIRM' && command.risk === 'D' && <p>{host.text('@irrigation.awaitsSecond')}</p>}
      {CANCELABLE.has(state) && <Cancel command={command} />}
      {isOutOfReach && <p data-doubt="true">{host.text('@irrigation.progressUnknown')}</p>}
    </section>
  )
}

function Cancel({ command: { commandId, projectId } }: { readonly command: FieldCommand }) {
  const host = useHost()
  const mayCancel = useMay(projectId, 'operate')
  const cancel = async () => {
    try {
      await host.call('fieldManagement.cancelCommand', { commandId, projectId })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      host.toast('error', error.message)
    }
  }
  if (!mayCancel) return null
  return (
    <div className="loam-act-buttons">
      <Button onClick={() => void cancel()}>{host.text('@irrigation.cancelCommand')}</Button>
    </div>
  )
}
