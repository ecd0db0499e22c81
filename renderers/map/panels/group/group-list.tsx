import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { HIGHLIGHT } from '@runtime/field/kinds'
import { isOver, runWords } from '@runtime/field/rotation'
import { CallError } from '@runtime/host'
import { useMay } from '../../level'
import { useServerNow, useStoreVersion } from '../../parts/hooks'
import type { FieldStore } from '../../store/field-store'
import { type Group, GroupCard } from './group-card'
import type { Run } from './run-progress'
import type { Groups } from './use-groups'
import '../panels.css'

/** Groups in their order; the one that is opened can be run. One alone stands open: there is nothing to fold it for. */
export function GroupList({
  groups,
  shown,
  store,
  projectId,
  opened,
  onOpen,
}: {
  readonly groups: Groups
  readonly shown: readonly Group[]
  readonly store: FieldStore
  readonly projectId: string
  readonly opened: string | null
  readonly onOpen: (id: string | null) => void
}) {
  const { text: translate } = useHost()
  const isAlone = shown.length === 1
  return (
    <div className="loam-groups">
      {groups.failure !== null && (
        <p className="loam-act-box" data-tone="doubt" role="status">
          {translate('@irrigation.groupsUnknown', { reason: groups.failure })}
        </p>
      )}
      {shown.length === 0 && groups.list && (
        <p className="loam-map-note">{translate('@irrigation.noGroups')}</p>
      )}
      <ul>
        {shown.map((group) => (
          <li key={group.id}>
            {isAlone ? (
              <div className="loam-group-head">
                <Head group={group} run={groups.runOf(group.id)} store={store} />
              </div>
            ) : (
              <button
                type="button"
                className="loam-group-head"
                aria-expanded={opened === group.id}
                onClick={() => onOpen(opened === group.id ? null : group.id)}
              >
                <Head group={group} run={groups.runOf(group.id)} store={store} />
              </button>
            )}
            {(isAlone || opened === group.id) && (
              <GroupCard
                key={group.id}
                group={group}
                running={groups.running?.id === group.id ? null : groups.running}
                run={groups.runOf(group.id)}
                store={store}
                onActed={groups.again}
              />
            )}
          </li>
        ))}
      </ul>
      <ClearHighlight projectId={projectId} store={store} />
    </div>
  )
}

/** A group's name and how it stands: of one that runs its run's own words and time, else the plan's. */
function Head({
  group: { name, state, nodes, designFlow, plannedMinutes },
  run,
  store,
}: {
  readonly group: Group
  readonly run: Run | null
  readonly store: FieldStore
}) {
  const { text: translate } = useHost()
  const now = useServerNow(store)
  const shown = run && !isOver(run.shown.phase) ? run.shown : null
  const { key, params } = shown ? runWords(shown, now) : { key: `@irrigation.group_${state}`, params: {} }
  return (
    <>
      <b>{name}</b>
      <span data-state={state} data-phase={shown?.phase}>
        {translate(key, params)}
      </span>
      <small>
        {translate('@irrigation.groupFacts', {
          nodes: nodes.length,
          flow: Math.round(designFlow),
          minutes: shown?.minutes ?? plannedMinutes,
        })}
      </small>
    </>
  )
}

/** Takes the marks of finished runs off the map. */
function ClearHighlight({ projectId, store }: { readonly projectId: string; readonly store: FieldStore }) {
  const host = useHost()
  useStoreVersion(store)
  const mayClear = useMay(projectId, 'operate')
  const finished = [...store.highlightNodes.values(), ...store.highlightPipes.values()].filter(
    ({ status }) => status === HIGHLIGHT.finished,
  ).length
  if (finished === 0 || !mayClear) return null
  const clear = () =>
    host.call('fieldManagement.clearHighlight', { projectId }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      host.toast('error', error.message)
    })
  return (
    <Button long onClick={() => void clear()}>
      {host.text('@irrigation.clearHighlight', { count: finished })}
    </Button>
  )
}
