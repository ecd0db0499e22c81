import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import type { Rows } from './use-rows'

/** How many rows there are; with paging, which page is shown and the ways to its neighbours. */
export function Pages({
  host,
  rows,
  hasPage,
}: {
  readonly host: Pick<Host, 'text'>
  readonly rows: Rows
  readonly hasPage: boolean
}) {
  const { currentPage, pageSize } = rows.query
  // Of rows that could not be loaded nobody knows how many there are.
  if (rows.state === 'failed') return null
  const pages = Math.max(1, Math.ceil(rows.total / pageSize))
  return (
    <div className="loam-chooser-pages">
      <span>{host.text('@dataWidgets.total', { count: rows.total })}</span>
      {hasPage && (
        <>
          <Button
            size="small"
            icon={<IconLeft />}
            aria-label={host.text('@dataWidgets.previousPage')}
            disabled={currentPage <= 1}
            onClick={() => rows.goTo(currentPage - 1)}
          />
          <span aria-live="polite">{host.text('@dataWidgets.page', { page: currentPage, pages })}</span>
          <Button
            size="small"
            icon={<IconRight />}
            aria-label={host.text('@dataWidgets.nextPage')}
            disabled={currentPage >= pages}
            onClick={() => rows.goTo(currentPage + 1)}
          />
        </>
      )}
    </div>
  )
}
