import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { CallError } from '@runtime/host'
import type { CallAnswer } from '@services/client'
import { useState } from 'react'
import { momentText } from '../parts/words'
import { RainHoldForm } from './rain-hold-form'

/** Milliseconds between two looks: rain and other people make holds, too. */
const PACE = 10_000

type Hold = CallAnswer<'fieldManagement.holds'>['data'][number]

/** Until when rain keeps the schedules from beginning; who manages the project ends that, or holds them. */
export function RainHolds({
  projectId,
  mayManage,
}: {
  readonly projectId: string
  readonly mayManage: boolean
}) {
  const host = useHost()
  const { text: translate } = host
  const [isAsking, setAsking] = useState(false)
  const { data, again } = useQuery({ call: 'fieldManagement.holds', input: { projectId } }, { every: PACE })
  const standing = (data ?? []).filter(({ isOpen }) => isOpen === 1)
  const write = async (act: () => Promise<unknown>) => {
    try {
      await act()
      host.toast('success', translate('@irrigation.saved'))
      setAsking(false)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      host.toast('error', error.message)
    }
    again()
  }
  const end = async ({ id }: Hold) => {
    if (await host.confirm({ text: translate('@irrigation.holdResumeQuestion') }))
      await write(() => host.call('fieldManagement.endHold', { id, projectId }))
  }
  if (!data || (standing.length === 0 && !mayManage)) return null
  return (
    <section className="loam-holds" aria-label={translate('@irrigation.rainHold')}>
      {standing.map((hold) => (
        <Band key={hold.id} hold={hold} onEnd={mayManage ? () => void end(hold) : null} />
      ))}
      {mayManage && isAsking && (
        <div className="loam-schedule">
          <RainHoldForm
            onSave={(input) =>
              void write(() => host.call('fieldManagement.createHold', { ...input, projectId }))
            }
            onCancel={() => setAsking(false)}
          />
        </div>
      )}
      {mayManage && !isAsking && standing.length === 0 && (
        <Button type="outline" onClick={() => setAsking(true)}>
          {translate('@irrigation.rainHold')}
        </Button>
      )}
    </section>
  )
}

function Band({ hold, onEnd }: { readonly hold: Hold; readonly onEnd: (() => void) | null }) {
  const host = useHost()
  const { text: translate } = host
  const { fromTime, toTime, reason } = hold
  const until = momentText(host, toTime)
  return (
    <div className="loam-hold" role="status">
      <div>
        <b>
          {fromTime <= host.now()
            ? translate('@irrigation.heldUntil', { until })
            : translate('@irrigation.heldFrom', { from: momentText(host, fromTime), until })}
        </b>
        {reason !== '' && translate('@irrigation.heldWhy', { reason })}
        <br />
        <small>{translate('@irrigation.heldNote')}</small>
      </div>
      {onEnd && <Button onClick={onEnd}>{translate('@irrigation.holdResume')}</Button>}
    </div>
  )
}
