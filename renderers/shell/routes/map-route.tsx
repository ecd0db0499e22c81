import { Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import {
  FieldMap,
  type FieldMapProps,
  type FieldSource,
  GroupEditor,
  GroupMap,
  Schedules,
} from '@renderers/map'
import type { CallAnswer, Live } from '@services/client'
import { useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { client } from '../client'
import { PROJECT_INTERFACE, PROJECTS } from '../layout/project-picker'
import { settings } from '../layout/settings'
import { useLive } from '../live'
import { theme } from '../theme'
import { useNarrow } from '../use-narrow'
import { useTranslate } from '../use-translate'
import { RouteState } from './frame'
import { NoProject } from './no-project'

/** The map's pages (`spec/shell-and-monitoring.md §2.1, §2.4`), each of the current project. */
export function MapRoute() {
  const translate = useTranslate()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { project } = useSnapshot(settings)
  const { dark } = useSnapshot(theme)
  const isNarrow = useNarrow()
  const source = useFieldSource()
  const isNamed = useNamedProject()
  const { none, error } = useFirstProject(project)
  if (error !== null)
    return <RouteState icon="Location" title={translate('@shell.projectsFailed')} text={error.message} />
  if (none) return <NoProject />
  if (project === '' || isNamed)
    return (
      <div className="loam-screen-note">
        <Spin delay={200} />
      </div>
    )
  const query = new URLSearchParams(search)
  const map = {
    projectId: project,
    source,
    fetchTile,
    isDark: dark,
    isNarrow,
    requested: query.get('device'),
    requestedGroup: query.get('group'),
    // Shown once: whoever comes back to this tab finds the map as they left it.
    onAsked: () => {
      if (window.location.pathname === pathname) navigate(pathname, { replace: true })
    },
  }
  return <Page key={project} path={pathname} groupId={query.get('id')} map={map} />
}

function Page({
  path,
  groupId,
  map,
}: {
  readonly path: string
  readonly groupId: string | null
  readonly map: FieldMapProps
}) {
  switch (path) {
    case '/appLGZMap':
      return <GroupMap {...map} />
    case '/appAddEditLGZ':
      return <GroupEditor key={groupId} {...map} groupId={groupId} />
    case '/appAuto':
      return <Schedules projectId={map.projectId} isDark={map.isDark} />
    default:
      return <FieldMap {...map} />
  }
}

const fetchTile = async (url: string, signal: AbortSignal) => (await client.fetchFile(url, { signal })).blob

/** A link may name its project (a date of the calendar): it is the current one from then on, until another is chosen. */
function useNamedProject(): boolean {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const named = new URLSearchParams(search).get('project')
  useEffect(() => {
    if (!named) return
    settings.project = named
    const rest = new URLSearchParams(search)
    rest.delete('project')
    navigate({ pathname, search: rest.toString() }, { replace: true })
  }, [named, pathname, search, navigate])
  return Boolean(named)
}

/** Where nobody has chosen a project yet, the first one is: a link to the map shows a map. */
function useFirstProject(project: string): { readonly none: boolean; readonly error: Error | null } {
  const query = { id: PROJECT_INTERFACE, currentPage: 1, pageSize: PROJECTS }
  const { data, error } = useQuery(project === '' ? { call: 'dataInterface.page', input: query } : null)
  const list = (data as { readonly list?: readonly { readonly f_id: string }[] } | null)?.list
  const first = list?.[0]?.f_id
  useEffect(() => {
    if (project === '' && first !== undefined) settings.project = first
  }, [project, first])
  return { none: project === '' && list?.length === 0, error: project === '' ? error : null }
}

/** The map's data over this window's own connection. */
function useFieldSource(): FieldSource {
  const host = useHost()
  const { live } = useLive()
  return useMemo(() => fieldSource(host, live), [host, live])
}

function fieldSource(host: ReturnType<typeof useHost>, live: Live): FieldSource {
  return {
    async snapshot(projectId, signal) {
      const { data } = await host.call('fieldManagement.snapshot', { projectId }, { signal })
      return data as CallAnswer<'fieldManagement.snapshot'>['data']
    },
    watch: (projectId) => live.watchField(projectId),
    on: (method, listener) => live.on(method, listener),
    get connection() {
      return live.state
    },
    get heardAt() {
      return live.heardAt
    },
    onConnection: (listener) => live.onState(listener),
    now: () => host.now(),
  }
}
