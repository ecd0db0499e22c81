import { useQuery } from '@renderers/data'
import { useSnapshot } from 'valtio'
import { hasProjects, PROJECT_INTERFACE, PROJECTS } from './layout/project-picker'
import { settings } from './layout/settings'
import type { SignedIn } from './sign-in/session'

/** The project that is chosen; null: none of the person's; undefined: not known yet. */
export function useCurrentProject(signedIn: SignedIn): string | null | undefined {
  const { project } = useSnapshot(settings)
  const hasPicker = hasProjects(signedIn, '/')
  const isMine = useMine(project, hasPicker)
  if (isMine === undefined || (hasPicker && project === '')) return undefined
  return project !== '' && isMine ? project : null
}

/** Whether the project is one of the person's. Where there is no picker to see to that, it may be what another account left. */
function useMine(project: string, hasPicker: boolean): boolean | undefined {
  const query = { id: PROJECT_INTERFACE, currentPage: 1, pageSize: PROJECTS }
  const { data } = useQuery(hasPicker || project === '' ? null : { call: 'dataInterface.page', input: query })
  const list = (data as { readonly list?: readonly { readonly f_id: string }[] } | null)?.list
  if (!hasPicker && project !== '' && !list) return undefined
  return hasPicker || (list?.some(({ f_id }) => f_id === project) ?? false)
}
