import type { SearchPlan } from '@runtime/list/plan'
import { PHONE, useMedia } from '@widgets/shared/dialog/use-media'

/** Fields shown while the search line is folded, and on a phone. */
const FOLDED = 3
const FOLDED_ON_PHONE = 1

/** How many fields a folded search line shows. */
export function useFolded(): number {
  return useMedia(PHONE) ? FOLDED_ON_PHONE : FOLDED
}

/** The room of a search line on its way: nothing moves when it comes. */
export function SearchPlace({ searches }: { readonly searches: readonly SearchPlan[] }) {
  return (
    <div className="loam-list-search" aria-busy="true">
      {searches.slice(0, useFolded()).map(({ path, operator }) => (
        <span
          key={path}
          className={
            operator === 'between'
              ? 'loam-list-search-coming loam-list-search-range'
              : 'loam-list-search-coming'
          }
        />
      ))}
      <span className="loam-list-search-coming" />
    </div>
  )
}
