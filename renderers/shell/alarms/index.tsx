import { whenIdle } from '@renderers/idle'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useCurrentProject } from '../current-project'
import type { SignedIn } from '../sign-in/session'

/** The screen comes first; alarms a moment later, however busy it is. */
const MOST_WAIT_MS = 2_000
const AlarmCentre = lazy(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve, MOST_WAIT_MS))
  return (await import('./alarm-centre')).AlarmCentre
})

/**
 * Where the alarms of the current project have their place in the top bar: on every page, those of another system too
 * (`spec/shell-and-monitoring.md §2.4, §4`).
 */
export function AlarmEntry({ signedIn }: { readonly signedIn: SignedIn }) {
  const project = useCurrentProject(signedIn)
  // Its place is kept while that is found out: what stands beside it does not move.
  if (project === undefined) return <Places />
  if (project === null) return null
  return (
    <LazyFallback shown={<Places />}>
      <AlarmCentre key={project} userId={String(signedIn.user.userId)} projectId={project} />
    </LazyFallback>
  )
}

/** Room for the bell and for the sign of its sound. */
function Places() {
  return (
    <>
      <span className="loam-icon-button" />
      <span className="loam-icon-button" />
    </>
  )
}
