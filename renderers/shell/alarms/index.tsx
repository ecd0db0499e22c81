import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { hasProjects } from '../layout/project-picker'
import { settings } from '../layout/settings'
import type { SignedIn } from '../sign-in/session'

const AlarmCentre = lazy(async () => ({ default: (await import('./alarm-centre')).AlarmCentre }))

/** Where alarms have their place in the top bar: in the system that has projects, once one is chosen. */
export function AlarmPlace({ signedIn }: { readonly signedIn: SignedIn }) {
  const { project } = useSnapshot(settings)
  // On every page, those that choose a project themselves too.
  if (project === '' || !hasProjects(signedIn, '/')) return null
  return (
    <Suspense fallback={<span className="loam-icon-button" />}>
      <AlarmCentre key={project} userId={String(signedIn.user.userId)} projectId={project} />
    </Suspense>
  )
}
