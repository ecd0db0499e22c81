import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useHost } from '../../host'
import type { RealRows } from './use-real-rows'

interface RowsHeadProps {
  readonly real: RealRows
  /** Absent: there are no other rows to be had. */
  readonly onAgain?: () => void
}

/** Says what the rows below are: records, or samples. */
export function RowsHead({ real, onAgain }: RowsHeadProps) {
  const host = useHost()
  const { state, rows, unreleased, isUnfiltered } = real
  const columns = unreleased.join(host.text('@diff.separator'))
  return (
    <div className="loam-list-design-rows">
      <span role="status">
        {host.text(`@listDesign.rows.${state === 'none' ? 'sample' : state}`, { count: rows?.length ?? 0 })}
      </span>
      {onAgain && (
        <Button
          size="mini"
          type="text"
          icon={<IconRefresh />}
          loading={state === 'reading'}
          onClick={onAgain}
        >
          {host.text('@listDesign.rows.again')}
        </Button>
      )}
      {columns !== '' && <span>{host.text('@listDesign.rows.unreleased', { columns })}</span>}
      {isUnfiltered && rows && <span>{host.text('@listDesign.rows.unfiltered')}</span>}
    </div>
  )
}
