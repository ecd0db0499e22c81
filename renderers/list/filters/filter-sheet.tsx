import { IconFilter, IconRight } from '@arco-design/web-react/icon'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useState } from 'react'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { headingOf } from '../column-label'
import type { HeadActs } from '../use-head'
import { isFilterable } from './column-filter'
import './filters.css'

interface FilterSheetProps {
  readonly plan: ListPlan
  readonly columns: readonly ColumnPlan[]
  readonly acts: Pick<HeadActs, 'filterOf' | 'isFiltered'>
}

/** Where columns have no heads, on a phone: which of them is filtered is chosen in a sheet. */
export function FilterSheet({ plan, columns, acts }: FilterSheetProps) {
  const host = useHost()
  const [button, setButton] = useState<HTMLElement | null>(null)
  const filterable = columns.filter((column) => isFilterable(plan, column))
  if (filterable.length === 0) return null
  const text = host.text('@view.filterColumn')
  return (
    <>
      <button
        type="button"
        className="loam-list-filter-open"
        aria-haspopup="dialog"
        aria-pressed={filterable.some(acts.isFiltered)}
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <IconFilter /> {text}
      </button>
      {button && (
        <Popup mode="sheet" width="100%" title={text} visible closesBeside onClose={() => setButton(null)}>
          <ul className="loam-list-filter-columns">
            {filterable.map((column) => (
              <li key={column.id}>
                <button
                  type="button"
                  data-filtered={acts.isFiltered(column)}
                  onClick={() => {
                    setButton(null)
                    acts.filterOf(column)?.(button)
                  }}
                >
                  <span>{headingOf(column, host)}</span>
                  {acts.isFiltered(column) && <small>{host.text('@view.filteredNow')}</small>}
                  <IconRight aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        </Popup>
      )}
    </>
  )
}
