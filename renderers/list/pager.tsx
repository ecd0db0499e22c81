import type { ListPlan } from '@runtime/list/plan'
import { useHost } from '../host'
import { grouped } from './cell'
import { onceDue } from './once-due'
import type { QueryState } from './query-state'

const Pages = onceDue(async () => (await import('./pages')).Pages)

/** Pages and the total; one that was not counted to its end says so. */
export function Pager({
  paging,
  state,
  total,
  isDue,
  capped,
  small,
}: {
  readonly paging: ListPlan['paging']
  readonly state: QueryState
  readonly total: number
  /** Rows stand, or it is known that there are none. */
  readonly isDue: boolean
  readonly capped: boolean
  readonly small: boolean
}) {
  const host = useHost()
  const { query, set } = state
  const text = host.text(capped ? '@view.totalCapped' : '@view.total', { count: grouped(total) })
  return (
    <div className="loam-list-pager">
      <span className="loam-list-total">{text}</span>
      {paging && (
        <Pages
          isDue={isDue}
          stand={<div className="loam-list-pages" aria-busy="true" />}
          props={{
            jump: host.text('@view.jumpTo'),
            size: small ? 'default' : 'small',
            simple: small,
            current: query.currentPage,
            pageSize: query.pageSize,
            total,
            sizeOptions: [...paging.sizes],
            sizeCanChange: !small,
            showJumper: !small && total > query.pageSize * 5,
            onChange: (currentPage, pageSize) =>
              set(pageSize === query.pageSize ? { currentPage } : { pageSize, currentPage: 1 }),
          }}
        />
      )}
    </div>
  )
}
