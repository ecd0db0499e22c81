import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { listenForWhy } from '../../why/listen'

const PageWhyPanel = lazy(async () => (await import('./why-panel')).PageWhyPanel)

/** Answers "why is it so?" asked anywhere in a page beside its forms and lists, which answer for themselves. */
export function PageWhy({ place }: { readonly place: HTMLElement | null }) {
  const [asked, setAsked] = useState(false)
  useEffect(() => (place ? listenForWhy(place, () => setAsked(true)) : undefined), [place])
  if (!asked) return null
  return (
    <LazyFallback shown={null}>
      <PageWhyPanel onClose={() => setAsked(false)} />
    </LazyFallback>
  )
}
