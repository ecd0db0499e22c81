import { Pagination, type PaginationProps } from '@arco-design/web-react'
import '@arco-design/web-react/es/Pagination/style/css.js'
import { useMemo, useRef } from 'react'
import { repairPager, useAriaRepair } from '../aria-repair'

/** The numbers of pages, each a press away; `jump` says what the field for a number is for. */
export function Pages({ jump, ...pagination }: PaginationProps & { readonly jump: string }) {
  const place = useRef<HTMLDivElement>(null)
  const repair = useMemo(
    (): typeof repairPager => (shown) => {
      repairPager(shown)
      for (const field of shown.querySelectorAll('.arco-pagination-jumper-input'))
        if (field.getAttribute('aria-label') !== jump) field.setAttribute('aria-label', jump)
    },
    [jump],
  )
  useAriaRepair(place, repair)
  return (
    <div ref={place} className="loam-list-pages">
      <Pagination {...pagination} />
    </div>
  )
}
