import { IconDown } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { dataOf } from '@runtime/data'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { mayLeaveViews } from '../leaving'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { type Project, projectName } from './project-name'
import { settings } from './settings'

/** The one system that has projects, as it is called in each language (`spec/shell-and-monitoring.md §1, §6`). */
const PROJECT_SYSTEM: readonly unknown[] = ['高标准农田', '高標準農田', 'High-standard farmland']
/** Routes that choose a project themselves, or need none. */
const WITHOUT = /^\/(project|workFlow)/i
/** Code of the data interface that lists projects as `{f_id, name}`, and how many it is asked for (`spec/shell-and-monitoring.md §7.4, §9`). */
export const PROJECT_INTERFACE = 'projectList'
export const PROJECTS = 200
/** Fewer are found by eye. */
const SEARCHED = 10

const importSelect = () => import('./project-select')
const ProjectSelect = lazy(async () => (await importSelect()).ProjectSelect)

/** Whether a project is chosen in the top bar here. */
export function hasProjects({ user, system }: SignedIn, pathname: string): boolean {
  const systems = user['systemIds'] as readonly { name: string; currentSystem: boolean }[] | undefined
  const current = systems?.find(({ currentSystem }) => currentSystem)?.name ?? system['sysName']
  return PROJECT_SYSTEM.includes(current) && !WITHOUT.test(pathname)
}

export function ProjectPicker({ signedIn }: { readonly signedIn: SignedIn }) {
  const { pathname } = useLocation()
  return hasProjects(signedIn, pathname) ? <Picker /> : null
}

function Picker() {
  const translate = useTranslate()
  const host = useHost()
  const { project } = useSnapshot(settings)
  const [projects, setProjects] = useState<readonly Project[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    let alive = true
    const input = { id: PROJECT_INTERFACE, currentPage: 1, pageSize: PROJECTS }
    dataOf(host)
      .read({ call: 'dataInterface.page', input })
      .then(
        (data) => {
          if (!alive) return
          const { list } = data as { readonly list: readonly Project[] }
          setProjects(list)
          if (!list.some(({ f_id }) => f_id === settings.project)) settings.project = list[0]?.f_id ?? ''
        },
        () => alive && setFailed(true),
      )
    return () => {
      alive = false
    }
  }, [host])
  // To whom no farm is shown there is none to choose.
  if (projects?.length === 0) return null
  const known = projects?.find(({ f_id }) => f_id === project)
  const name = known ? projectName(known, host.language) : undefined
  const stand = <Chosen name={name} onOpen={() => setWanted(true)} />
  if (!isWanted) return stand
  return (
    <LazyFallback shown={stand}>
      <ProjectSelect
        className="loam-project"
        aria-label={translate('@shell.project')}
        placeholder={translate('@shell.project')}
        showSearch={(projects?.length ?? 0) > SEARCHED}
        loading={projects === null && !failed}
        value={project === '' ? undefined : project}
        notFoundContent={translate(failed ? '@shell.projectsFailed' : '@shell.noProjects')}
        options={(projects ?? []).map((one) => ({ value: one.f_id, label: projectName(one, host.language) }))}
        onChange={async (next: string) => {
          if (await mayLeaveViews()) settings.project = next
        }}
      />
    </LazyFallback>
  )
}

/** What is chosen; most people never choose another one, so the list comes when it is reached for. */
function Chosen({ name, onOpen }: { readonly name: string | undefined; readonly onOpen: () => void }) {
  const translate = useTranslate()
  const comes = () => void importSelect()
  return (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={translate('@shell.project')}
      title={name}
      className="loam-project-chosen"
      onPointerEnter={comes}
      onFocus={comes}
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'ArrowDown' && onOpen()}
    >
      <span>{name ?? translate('@shell.project')}</span>
      <IconDown />
    </button>
  )
}
