import { useQuery } from '@renderers/data'
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
  const { data } = useQuery({ call: 'fieldManagement.toStop', input: { projectId } }, { every: PACE })
  const isOfferedByPage = useIsOfferedByPage()
  const isNeeded = data !== undefined && data !== null && Object.values(data).some((count) => count > 0)
  return (
    <StopAll projectId={projectId} store={UNTOLD} place="frame" isOffered={isNeeded && !isOfferedByPage} />
  )
}
