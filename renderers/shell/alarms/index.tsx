import { useAnswer } from '@renderers/use-answer'
import { Meanwhile, onUse } from '@widgets/shared/on-use'
import { useSnapshot } from 'valtio'
import { hasProjects, PROJECT_INTERFACE, PROJECTS } from '../layout/project-picker'
import { settings } from '../layout/settings'
import type { SignedIn } from '../sign-in/session'

const AlarmCentre = onUse(async () => (await import('./alarm-centre')).AlarmCentre)

/**
 * Where the alarms of the current project have their place in the top bar: on every page, those of another system too
 * (`spec/shell-and-monitoring.md §2.4, §4`).
 */
export function AlarmPlace({ signedIn }: { readonly signedIn: SignedIn }) {
  const { project } = useSnapshot(settings)
  const isMine = useMine(project, hasProjects(signedIn, '/'))
  if (project === '' || !isMine) return null
  return (
    <Meanwhile shown={<span className="loam-icon-button" />}>
      <AlarmCentre key={project} userId={String(signedIn.user.userId)} projectId={project} />
    </Meanwhile>
  )
}

/** Whether the project is one of the person's. Where there is no picker to see to that, it may be what another account left. */
function useMine(project: string, hasPicker: boolean): boolean {
  const query = { id: PROJECT_INTERFACE, currentPage: 1, pageSize: PROJECTS }
  const { data } = useAnswer('dataInterface.page', hasPicker || project === '' ? null : query)
  const list = (data as { readonly list?: readonly { readonly f_id: string }[] } | null)?.list
  return hasPicker || (list?.some(({ f_id }) => f_id === project) ?? false)
}
