import type { Text } from '@runtime/text'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { brandOf, windowTitle } from '../brand'
import { routeTitle } from '../layout/titles'
import { placeNames } from '../place-names'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'

/** Places without a tab, by what the window is called there. */
const WITHOUT_TAB: Readonly<Record<string, Text>> = {
  '/404': '@places.notFound',
  '/formShortLink': '@session.formLink',
  '/feedback': '@places.feedback',
  '/statement': '@places.statement',
}

/** The window's title: what stands there, that of the route and that of the system (`spec/shell-and-monitoring.md §1`). */
export function useTitle({ menu, system }: SignedIn, pathname: string): void {
  const translate = useTranslate()
  const named = useSnapshot(placeNames)[pathname]
  useEffect(() => {
    const place = translate(routeTitle(menu, pathname)?.trail.at(-1) ?? WITHOUT_TAB[pathname])
    const product = windowTitle(brandOf(system), translate)
    document.title = [named, place, product].filter(Boolean).join(' - ')
  }, [menu, system, pathname, named, translate])
}
