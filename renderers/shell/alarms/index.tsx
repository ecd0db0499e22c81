import { useQuery } from '@renderers/data'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useSnapshot } from 'valtio'
import { hasProjects, PROJECT_INTERFACE, PROJECTS } from '../layout/project-picker'
import { settings } from '../layout/settings'
import type { SignedIn } from '../sign-in/session'

const AlarmCentre = lazy(async () => (await import('./alarm-centre')).AlarmCentre)

/**
 * Where the alarms of the current project have their place in the top bar: on every page, those of another system too
 * (`spec/shell-and-monitoring.md §2.4, §4`).
 */
export function AlarmEntry({ signedIn }: { readonly signedIn: SignedIn }) {
  const { project } = useSnapshot(settings)
  const isMine = useMine(project, hasProjects(signedIn, '/'))
  if (project === '' || !isMine) return null
  return (
    <LazyFallback shown={<span className="loam-icon-button" />}>
      <AlarmCentre key={project} userId={String(signedIn.user.userId)} projectId={project} />
    </LazyFallback>
  )
}

/** Whether the project is one of the person's. Where there is no picker to see to that, it may be what another account left. */
function useMine(project: string, hasPicker: boolean): boolean {
  const query = { id: PROJECT_INTERFACE, currentPage: 1, pageSize: PROJECTS }
  const { data } = useQuery(hasPicker || project === '' ? null : { call: 'dataInterface.page', input: query })
  const list = (data as { readonly list?: readonly { readonly f_id: string }[] } | null)?.list
  return hasPicker || (list?.some(({ f_id }) => f_id === project) ?? false)
}
