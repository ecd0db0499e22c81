import { useQuery } from '@renderers/data'
import { GROUP_STATE } from '@runtime/field/kinds'
import { GROUP_STATE_OF, isOver } from '@runtime/field/rotation'
import { useIsLive, useRunNews, useStoreVersion } from '../../parts/hooks'
import type { FieldStore } from '../../store/field-store'
import type { Group } from './group-card'
import type { Run } from './run-progress'

/** Milliseconds between two looks at groups and runs, with frames that tell of them and without. */
const PACE = { told: 15_000, untold: 3_000 }

export interface Groups {
  readonly list: readonly Group[] | null
  readonly failure: string | null
  /** The first group that runs. */
  readonly running: Group | null
  /** The newest run of a group, as frames have told it. */
  runOf(groupId: string): Run | null
  again(): void
}

/** The project's rotation groups as they stand, with their newest runs. */
export function useGroups(store: FieldStore, projectId: string): Groups {
  const options = { hint: useRunNews(store), every: useIsLive(store) ? PACE.told : PACE.untold }
  useStoreVersion(store)
  const groups = useQuery({ call: 'fieldManagement.lgzList', input: { projectId } }, options)
  const runs = useQuery({ call: 'fieldManagement.runs', input: { projectId } }, options)
  // The newest first.
  const told = runs.data?.map((run) => store.news.newest(run))
  const runOf = (groupId: string) => told?.find(({ shown }) => shown.groupId === groupId) ?? null
  const list = groups.data?.map((group) => ({ ...group, state: stateOf(group, runOf(group.id)) })) ?? null
  return {
    list,
    failure: (groups.error ?? runs.error)?.message ?? null,
    running: list?.find(({ state }) => state === GROUP_STATE.running) ?? null,
    runOf,
    again() {
      groups.again()
      runs.again()
    },
  }
}

/** A frame may know that a run has begun or ended before the groups have been asked for again. */
function stateOf({ state }: Group, run: Run | null): number {
  if (!run || (isOver(run.shown.phase) && state !== GROUP_STATE.running)) return state
  return GROUP_STATE_OF[run.shown.phase]
}
