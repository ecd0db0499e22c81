import type { MenuEntry } from '@runtime/menu/destination'
import { trailTo } from '@runtime/menu/destination'
import type { Text } from '@runtime/text'

/** What a route is called, in the tabs and in the trail. */
export interface RouteTitle {
  /** From the top of the menu down; a fixed route has one. */
  readonly trail: readonly Text[]
  readonly icon: string
  /** Pinned among the tabs. */
  readonly affix: boolean
}

/** Routes that no menu has to name (`spec/shell-and-monitoring.md §2.1`), with the icon of their tab. */
const FIXED: Readonly<Record<string, readonly [Text, icon: string]>> = {
  '/home': ['@shell.home', 'Home'],
  '/dashboard': ['@shell.dashboard', 'Dashboard'],
  '/messageRecord': ['@shell.messageRecord', 'Notification'],
  '/previewModel': ['@shell.previewModel', 'Eye'],
  '/profile': ['@shell.profile', 'User'],
  '/emailDetail': ['@shell.emailDetail', 'Send'],
  '/workFlowDetail': ['@shell.workFlowDetail', 'List'],
  '/workFlow/entrust': ['@shell.entrust', 'UserGroup'],
  '/externalLink': ['@shell.externalLink', 'Link'],
  '/menuMore': ['@shell.menuMore', 'Apps'],
  '/historyData': ['@shell.historyData', 'History'],
  '/sfHistoryData': ['@shell.sfHistoryData', 'History'],
  '/pcMap': ['@shell.pcMap', 'Location'],
  '/help': ['@places.help', 'Book'],
  '/statement': ['@places.statement', 'File'],
  '/feedback': ['@places.feedback', 'Edit'],
}

/** The start, which is always open. */
export const HOME = '/home'

/** What a path is called; undefined for what has no tab: the unknown, and routes that only lead elsewhere. */
export function routeTitle(menu: readonly MenuEntry[], path: string): RouteTitle | undefined {
  const trail = trailTo(menu, path)
  const icon = trail.at(-1)?.icon ?? ''
  const affix = path === HOME
  if (trail.length > 0) return { trail: trail.map(({ fullName }) => fullName), icon, affix }
  const fixed = FIXED[path]
  return fixed && { trail: [fixed[0]], icon: fixed[1], affix }
}
