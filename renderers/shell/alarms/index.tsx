import { useQuery } from '@renderers/data'
import { whenIdle } from '@renderers/idle'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useSnapshot } from 'valtio'
import { hasProjects, PROJECT_INTERFACE, PROJECTS } from '../layout/project-picker'
import { settings } from '../layout/settings'
import type { SignedIn } from '../sign-in/session'

/** The screen comes first; alarms a moment later, however busy it is. */
const MOST_WAIT_MS = 2_000
const AlarmCentre = lazy(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve, MOST_WAIT_MS))
  return (await import('./alarm-centre')).AlarmCentre
})

/**
 * Where the alarms of the current project have their place in the top bar: on every page, those of another system too
 * (`spec/shell-and-monitoring.md §2.4, §4`).
 */
export function AlarmEntry({ signedIn }: { readonly signedIn: SignedIn }) {
  const { project } = useSnapshot(settings)
  const hasPicker = hasProjects(signedIn, '/')
  const isMine = useMine(project, hasPicker)
  // Its place is kept while that is found out: what stands beside it does not move.
  if (isMine === undefined || (hasPicker && project === '')) return <span className="loam-icon-button" />
  if (project === '' || !isMine) return null
  return (
    <LazyFallback shown={<span className="loam-icon-button" />}>
      <AlarmCentre key={project} userId={String(signedIn.user.userId)} projectId={project} />
    </LazyFallback>
  )
}

/** Whether the project is one of the person's. Where there is no picker to see to that, it may be what another account left. */
function useMine(project: string, hasPicker: boolean): boolean | undefined {
  const query = { id: PROJECT_INTERFACE, currentPage: 1, pageSize: PROJECTS }
  const { data } = useQuery(hasPicker || project === '' ? null : { call: 'dataInterface.page', input: query })
  const list = (data as { readonly list?: readonly { readonly f_id: string }[] } | null)?.list
  if (!hasPicker && project !== '' && !list) return undefined
  return hasPicker || (list?.some(({ f_id }) => f_id === project) ?? false)
}
