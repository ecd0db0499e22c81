import { useQuery } from '@renderers/data'
import { useIsLive, useRunNews } from '../../parts/hooks'
import type { FieldStore } from '../../store/field-store'
import type { Run } from './unproved'
import type { Act } from './use-act'

/** Milliseconds between two looks at a run, with frames that tell of it and without. */
const PACE = { told: 10_000, untold: 2_000 }

/** The run that an act has begun, as it stands now. */
export function useRun(store: Pick<FieldStore, 'news'>, projectId: string, state: Act<Run>): Run | null {
  const begun = state.phase === 'done' ? state.data : null
  const pace = useIsLive(store) ? PACE.told : PACE.untold
  const hint = useRunNews(store)
  const { data: runs } = useQuery(
    begun === null ? null : { call: 'fieldManagement.runs', input: { projectId } },
    {
      every: pace,
      hint,
    },
  )
  const run = runs?.find(({ runId }) => runId === begun?.runId) ?? begun
  return run && store.news.newest(run)
}
