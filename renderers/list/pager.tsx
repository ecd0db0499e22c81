import { Pagination } from '@arco-design/web-react'
import '@arco-design/web-react/es/Pagination/style/css.js'
import type { ListPlan } from '@runtime/list/plan'
import { useMemo, useRef } from 'react'
import { repairPager, useAriaRepair } from '../aria-repair'
import { useHost } from '../host'
import { grouped } from './cell'
import type { QueryState } from './query-state'

/** Pages and the total; one that was not counted to its end says so. */
export function Pager({
  paging,
  state,
  total,
  capped,
  small,
}: {
  readonly paging: ListPlan['paging']
  readonly state: QueryState
  readonly total: number
  readonly capped: boolean
  readonly small: boolean
}) {
  const host = useHost()
  const { query, set } = state
  const place = useRef<HTMLDivElement>(null)
  const jump = host.text('@view.jumpTo')
  const repair = useMemo(
    (): typeof repairPager => (shown) => {
      repairPager(shown)
      for (const field of shown.querySelectorAll('.arco-pagination-jumper-input'))
        if (field.getAttribute('aria-label') !== jump) field.setAttribute('aria-label', jump)
    },
    [jump],
  )
  useAriaRepair(place, repair)
  const text = host.text(capped ? '@view.totalCapped' : '@view.total', { count: grouped(total) })
  return (
    <div ref={place} className="loam-list-pager">
      <span className="loam-list-total">{text}</span>
      {paging && (
        <Pagination
          size={small ? 'default' : 'small'}
          simple={small}
          current={query.currentPage}
          pageSize={query.pageSize}
          total={total}
          sizeOptions={[...paging.sizes]}
          sizeCanChange={!small}
          showJumper={!small && total > query.pageSize * 5}
          onChange={(currentPage, pageSize) =>
            set(pageSize === query.pageSize ? { currentPage } : { pageSize, currentPage: 1 })
          }
        />
      )}
    </div>
  )
}
