import { useQuery } from '@renderers/data'
import { useMay } from '@renderers/map/level'
import { StopAll } from '@renderers/map/panels/stop-all'
import { useIsOfferedByPage } from '@renderers/map/panels/stop-places'
import { News } from '@renderers/map/store/news'
import './stop.css'

/** Milliseconds between two looks at what there is to stop. */
const PACE = 5_000
/** No frames of the field come to the frame around the pages: what became of a press is asked for by the clock. */
const UNTOLD = { news: new News() }

/** The stopping of everything, wherever there is something to stop and the page that is shown does not offer it itself. */
export function StopPlace({ projectId }: { readonly projectId: string }) {
  const mayStop = useMay(projectId, 'operate')
  const { data } = useQuery(mayStop ? { call: 'fieldManagement.toStop', input: { projectId } } : null, {
    every: PACE,
  })
  const isOfferedByPage = useIsOfferedByPage()
  const isNeeded = data !== null && Object.values(data).some((count) => count > 0)
  return (
    <StopAll projectId={projectId} store={UNTOLD} place="frame" isOffered={isNeeded && !isOfferedByPage} />
  )
}
