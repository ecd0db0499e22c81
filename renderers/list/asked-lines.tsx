import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { PHONE, useMedia } from '@widgets/shared/dialog/use-media'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { onceDue } from './once-due'
import { isFilteredAtAll, type QueryState } from './query-state'
import { SearchPlace } from './search-place'
import type { HeadActs } from './use-head'

const SearchLine = onceDue(async () => (await import('./search-line')).SearchLine)
const FilterChips = lazy(async () => (await import('./filters/filter-chips')).FilterChips)
const FilterSheet = lazy(async () => (await import('./filters/filter-sheet')).FilterSheet)

interface AskedLinesProps {
  readonly plan: ListPlan
  readonly state: QueryState
  /** Those that are shown. */
  readonly columns: readonly ColumnPlan[]
  readonly head: HeadActs
  /** The rows stand: what asks for others is fetched. */
  readonly isDue: boolean
}

/** What the list is asked for, above its rows: the search, and all that it is filtered by. A phone has no heads that would filter. */
export function AskedLines({ plan, state, columns, head, isDue }: AskedLinesProps) {
  const sheet = useMedia(PHONE) && (
    <LazyFallback shown={null}>
      <FilterSheet plan={plan} columns={columns} acts={head} />
    </LazyFallback>
  )
  return (
    <>
      {plan.search.length > 0 ? (
        <SearchLine
          isDue={isDue}
          stand={<SearchPlace searches={plan.search} />}
          props={{ plan, state, more: sheet }}
        />
      ) : (
        sheet
      )}
      {isFilteredAtAll(state.query) && (
        <LazyFallback shown={null}>
          <FilterChips plan={plan} state={state} />
        </LazyFallback>
      )}
    </>
  )
}
