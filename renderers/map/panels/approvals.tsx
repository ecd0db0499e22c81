import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { type QueryResult, useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { CallError } from '@runtime/host'
import type { CallAnswer } from '@services/client'
import { useEffect } from 'react'
import { Card } from '../parts/card'
import { useIsLive, useServerNow, useWaitingNews } from '../parts/hooks'
import type { FieldStore } from '../store/field-store'
import { Violations } from './act/violations'
import './panels.css'

type Approval = CallAnswer<'fieldManagement.approvals'>['data'][number]

/** Milliseconds between two looks, with frames that tell of what waits and without. */
const PACE = { told: 60_000, untold: 10_000 }

/** Commands that wait for a second person's word (`design/field.md §2.2`, risk D). */
export function useApprovals(store: FieldStore, projectId: string): QueryResult<readonly Approval[]> {
  const pace = useIsLive(store) ? PACE.told : PACE.untold
  const hint = useWaitingNews(store)
  const answer = useQuery({ call: 'fieldManagement.approvals', input: { projectId } }, { every: pace, hint })
  const { data } = answer
  useEffect(() => store.news.expect(data?.map(({ command }) => command.commandId) ?? []), [store, data])
  return answer
}

/** Says that somebody waits; nothing where nobody does. */
export function ApprovalsChip({ count, onOpen }: { readonly count: number; readonly onOpen: () => void }) {
  const { text: translate } = useHost()
  if (count === 0) return null
  return (
    <button type="button" className="loam-approvals-chip" onClick={onOpen}>
      {translate('@irrigation.approvalsCount', { count })}
    </button>
  )
}

/** What waits, with what it would set aside; decided with a reason. */
export function ApprovalsCard({
  approvals,
  store,
  onClose,
}: {
  readonly approvals: QueryResult<readonly Approval[]>
  readonly store: FieldStore
  readonly onClose: () => void
}) {
  const { text: translate } = useHost()
  return (
    <Card title={translate('@irrigation.approvals')} onClose={onClose}>
      <ul className="loam-approvals">
        {approvals.data?.map((approval) => (
          <li key={approval.command.commandId}>
            <Waiting approval={approval} store={store} onDecided={approvals.again} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Waiting({
  approval: { command, violations, waitsUntil, canDecide },
  store,
  onDecided,
}: {
  readonly approval: Approval
  readonly store: FieldStore
  readonly onDecided: () => void
}) {
  const host = useHost()
  const { text: translate } = host
  const minutes = Math.max(0, Math.ceil((waitsUntil - useServerNow(store)) / 60_000))
  const { commandId, projectId } = command
  const decide = async (word: 'approve' | 'refuse') => {
    const reason = await host.prompt({ title: translate(`@irrigation.${word}Reason`) })
    if (typeof reason !== 'string' || reason.trim() === '') return
    try {
      await host.call(`fieldManagement.${word}Command`, { commandId, projectId, reason: reason.trim() })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      host.toast('error', error.message)
    }
    onDecided()
  }
  return (
    <section aria-label={command.deviceName}>
      <h3>
        {command.deviceName} · {translate(`@irrigation.op_${command.op.replace('.', '_')}`)}
        {typeof command.target['gatage'] === 'number' && ` ${command.target['gatage']} %`}
      </h3>
      <p className="loam-map-note">
        {translate('@irrigation.approvalUntil', { requester: command.issuedBy, minutes })}
      </p>
      <Violations list={violations} label={translate('@irrigation.against')} />
      <p>{translate('@irrigation.approvalReason', { reason: command.reason })}</p>
      {canDecide ? (
        <div className="loam-act-buttons">
          <Button type="primary" onClick={() => void decide('approve')}>
            {translate('@irrigation.approve')}
          </Button>
          <Button status="danger" onClick={() => void decide('refuse')}>
            {translate('@irrigation.refuse')}
          </Button>
        </div>
      ) : (
        <p className="loam-map-note">{translate('@irrigation.approvalOwn')}</p>
      )}
    </section>
  )
}
