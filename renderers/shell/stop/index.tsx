import { whenIdle } from '@renderers/idle'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useCurrentProject } from '../current-project'
import type { SignedIn } from '../sign-in/session'

/** The screen comes first. */
const MOST_WAIT_MS = 2_000
const StopPlace = lazy(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve, MOST_WAIT_MS))
  return (await import('./stop-place')).StopPlace
})

/** Where everything of the current project is stopped, on every page (`design/field.md §2.2`: always one tap). */
export function StopEntry({ signedIn }: { readonly signedIn: SignedIn }) {
  const project = useCurrentProject(signedIn)
  if (!project) return null
  return (
    <LazyFallback shown={null}>
      <StopPlace key={project} projectId={project} />
    </LazyFallback>
  )
}
