import type { Text } from '@runtime/text'
import { useEffect } from 'react'
import { brandOf, windowTitle } from '../brand'
import { routeTitle } from '../layout/titles'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'

/** Places without a tab, by what the window is called there. */
const WITHOUT_TAB: Readonly<Record<string, Text>> = {
  '/404': '@places.notFound',
  '/formShortLink': '@session.formLink',
  '/feedback': '@places.feedback',
  '/statement': '@places.statement',
}

/** The window's title: that of the route and that of the system (`spec/shell-and-monitoring.md §1`). */
export function useTitle({ menu, system }: SignedIn, pathname: string): void {
  const translate = useTranslate()
  useEffect(() => {
    const name = translate(routeTitle(menu, pathname)?.trail.at(-1) ?? WITHOUT_TAB[pathname])
    const product = windowTitle(brandOf(system), translate)
    document.title = name ? `${name} - ${product}` : product
  }, [menu, system, pathname, translate])
}
