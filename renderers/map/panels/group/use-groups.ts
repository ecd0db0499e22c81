import { useQuery } from '@renderers/data'
import { GROUP_STATE } from '@runtime/field/kinds'
import { useIsLive, useRunNews } from '../../parts/hooks'
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
  runOf(groupId: string): Run | null
  again(): void
}

/** The project's rotation groups as they stand, with their newest runs. */
export function useGroups(store: FieldStore, projectId: string): Groups {
  const options = { hint: useRunNews(store), pace: useIsLive(store) ? PACE.told : PACE.untold }
  const groups = useQuery({ call: 'fieldManagement.lgzList', input: { projectId } }, options)
  const runs = useQuery({ call: 'fieldManagement.runs', input: { projectId } }, options)
  const list = groups.data
  return {
    list,
    failure: (groups.error ?? runs.error)?.message ?? null,
    running: list?.find(({ state }) => state === GROUP_STATE.running) ?? null,
    // Runs come the newest first.
    runOf: (groupId) => runs.data?.find(({ lgzId }) => lgzId === groupId) ?? null,
    again() {
      groups.again()
      runs.again()
    },
  }
}
