import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { listenForWhy } from '../../why/listen'
import type { ListWhyProps } from './why-panel'

const ListWhyPanel = lazy(async () => (await import('./why-panel')).ListWhyPanel)

/** Answers "why is it so?" asked anywhere in a list; until it is asked it costs three listeners. */
export function ListWhy({
  place,
  rowOf,
  ...told
}: Omit<ListWhyProps, 'row' | 'onClose'> & {
  readonly place: HTMLElement | null
  readonly rowOf: (id: string) => ListWhyProps['row']
}) {
  /** The row that is asked of; the empty text: the list itself. */
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(
    () =>
      place
        ? listenForWhy(place, (of) => setAsked(of.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? ''))
        : undefined,
    [place],
  )
  if (asked === null) return null
  return (
    <LazyFallback shown={null}>
      <ListWhyPanel {...told} row={rowOf(asked)} onClose={() => setAsked(null)} />
    </LazyFallback>
  )
}
