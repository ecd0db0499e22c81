import type { Text } from '@runtime/text'
import { useMedia } from '@widgets/shared/dialog/use-media'
import { useHost } from '../host'
import { SkeletonRows } from './notices'

/** Where there is so little room it is folded. */
export const NARROW = '(width < 992px)'

/** The room of a tree on its way: nothing moves when it comes. */
export function TreePlace({ title }: { readonly title: Text }) {
  const host = useHost()
  const folded = useMedia(NARROW)
  return (
    <aside className="loam-list-tree loam-list-tree-coming" aria-busy="true" data-folded={folded}>
      <h3 className="loam-list-tree-title">{host.text(title)}</h3>
      <div className="loam-list-tree-body">
        <SkeletonRows />
      </div>
    </aside>
  )
}
