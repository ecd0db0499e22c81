import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import { lazy } from '@widgets/shared/lazy'
import { useSnapshot } from 'valtio'
import { useLive } from '../live'
import { CountBadge } from '../messages/count-badge'
import './jobs-button.css'

const importDrawer = () => import('./jobs-drawer')
export const JobsDrawer = lazy(async () => (await importDrawer()).JobsDrawer)

/** What opens the person's jobs is called, with how many are not over. */
export function useJobsName(): readonly [name: string, count: number] {
  const host = useHost()
  const { jobs } = useLive()
  const { length } = useSnapshot(jobs).ids
  return [length > 0 ? host.text('@job.mineOpen', { count: length }) : host.text('@job.mine'), length]
}

/** How many of the person's jobs are not over; opens them. */
export function JobsButton({ onOpen }: { readonly onOpen: () => void }) {
  const host = useHost()
  const [name, count] = useJobsName()
  return (
    <button
      type="button"
      className="loam-icon-button loam-counted loam-jobs-button"
      aria-label={name}
      aria-haspopup="dialog"
      title={host.text('@job.mine')}
      onPointerEnter={() => void importDrawer()}
      onClick={onOpen}
    >
      <Icon name="OrderedList" />
      <CountBadge count={count} />
    </button>
  )
}
