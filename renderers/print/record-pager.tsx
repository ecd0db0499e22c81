import { Button } from '@arco-design/web-react'
import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '../host'

/** Goes from record to record of a printout. */
export function RecordPager({
  record,
  count,
  onShow,
}: {
  /** From 0. */
  readonly record: number
  readonly count: number
  readonly onShow: (record: number) => void
}) {
  const host = useHost()
  return (
    <div className="loam-print-pager">
      <Button type="text" icon={<IconLeft />} disabled={record === 0} onClick={() => onShow(record - 1)}>
        {host.text('@print.previous')}
      </Button>
      <span role="status">
        {record + 1} / {count}
      </span>
      <Button type="text" disabled={record === count - 1} onClick={() => onShow(record + 1)}>
        {host.text('@print.next')}
        <IconRight />
      </Button>
    </div>
  )
}
