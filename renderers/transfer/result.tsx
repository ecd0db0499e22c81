import { IconCheckCircleFill, IconExclamationCircleFill } from '@arco-design/web-react/icon'
import { useMemo } from 'react'
import { useHost } from '../host'
import { Cards } from './cards'
import { Grid } from './grid'
import type { Importing, Outcome } from './use-import'

/** What has become of an import: how many are in, and which are not and why. */
export function Result({
  work,
  isPhone,
  outcome,
}: {
  readonly work: Importing
  readonly isPhone: boolean
  readonly outcome: Outcome
}) {
  const host = useHost()
  const { snum, fnum, failResult, isCancelled } = outcome
  const rows = useMemo(() => failResult.map((wire, key) => ({ key, wire, isChecking: false })), [failResult])
  const View = isPhone ? Cards : Grid
  return (
    <>
      <div className="loam-import-outcome" data-kind={fnum === 0 ? 'good' : 'part'} role="status">
        {fnum === 0 ? <IconCheckCircleFill /> : <IconExclamationCircleFill />}
        <div>
          <p>{host.text(isCancelled ? '@transfer.outcomeCancelled' : '@transfer.outcome', { snum, fnum })}</p>
          {fnum > 0 && <p className="loam-import-hint">{host.text('@transfer.outcomeHint')}</p>}
        </div>
      </div>
      {fnum > 0 && (
        <View heads={work.heads} columns={work.columns} rows={rows} onEdit={null} onRemove={null} />
      )}
    </>
  )
}
