import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { ErrorNote } from '../../page/error-note'
import { Acceptance } from './acceptance'
import { CheckReportView } from './check-report'
import { sendDespite } from './despite'
import { useCheck } from './use-check'
import { useSending } from './use-sending'
import { WholeCheck } from './whole-check'

interface RollbackDrawerProps {
  readonly model: { readonly id: string; readonly enCode: string }
  readonly version: number
  readonly onClose: () => void
  readonly onDone: () => void
}

/** What it means to bring a version back, and the act itself. */
export function RollbackDrawer({ model: { id, enCode }, version, onClose, onDone }: RollbackDrawerProps) {
  const host = useHost()
  // It is the version that is checked: what becomes of the draft meanwhile is nothing to it.
  const check = useCheck(id, 0, version)
  const { report, error, again } = check
  const sending = useSending(again)
  return (
    <Popup
      mode="drawer"
      visible
      width="560px"
      title={host.text('@release.rollbackTo', { version })}
      onClose={onClose}
    >
      <section className="loam-publish-check" aria-label={host.text('@release.rollbackTo', { version })}>
        <p>{host.text('@release.rollbackMeans', { version })}</p>
        {error !== null && <ErrorNote message={error} retry={again} />}
        {report ? (
          <>
            <CheckReportView report={report} enCode={enCode} fieldCount={0} />
            <WholeCheck modelId={id} version={version} records={report.records} onJudged={again} />
            <Acceptance
              check={check}
              act={host.text('@release.rollback')}
              isSending={sending.isSending}
              refusal={sending.refusal}
              onSend={async (accepted) => {
                const input = { id, version, ...accepted }
                const isDone = await sending.send(() =>
                  sendDespite(host, (more) => host.call('visualDevelopment.rollback', { ...input, ...more })),
                )
                if (isDone) onDone()
                return isDone
              }}
            />
          </>
        ) : (
          error === null && <Skeleton animation text={{ rows: 6 }} />
        )}
      </section>
    </Popup>
  )
}
