import { isUnsaved } from '@renderers/unsaved'
import type { MenuEntry } from '@runtime/menu/destination'
import { isRecord, listOfRecord, trailTo } from '@runtime/menu/destination'
import { useEffect } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { language, translate } from '../language'
import { leaveWithoutAsking, mayLeaveViews } from '../leaving'
import type { SignedIn } from '../sign-in/session'
import { rememberEntry } from './recent-entries'
import { changeTabs, openTabs, tabStore } from './tab-store'
import {
  afterClosing,
  close,
  closeAll,
  closeOthers,
  pin,
  refresh,
  stand,
  type Tab,
  type Tabs,
  tabOfAddress,
  visit,
} from './tabs'
import { HOME, routeTitle } from './titles'

/** What can be done to a tab, by the entries of its menu. */
export interface TabActs {
  refresh(path: string): void
  close(path: string): void
  closeOthers(path: string): void
  closeAll(): void
}

/** Keeps the tabs in step with where the person goes. */
export function useVisits({ menu, user }: SignedIn): void {
  const location = useLocation()
  const { current } = useSnapshot(language)
  const owner = `${user.userId}_${String(user['systemId'] ?? '')}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles are in the language that is on.
  useEffect(() => {
    openTabs(owner)
    const home = tabOf(menu, HOME, HOME)
    const here = tabOf(menu, location.pathname, addressOf(location))
    const entry = trailTo(menu, location.pathname).at(-1)
    if (entry && location.pathname !== HOME) rememberEntry(user.userId, entry.id)
    changeTabs((tabs) => {
      const pinned = home ? pin(tabs, home) : tabs
      const list = listOfRecord(menu, location.pathname)
      const above = list === undefined ? undefined : tabOf(menu, list, list)
      if (above) return stand(pinned, above)
      return here ? visit(pinned, here, (path) => isUnsaved((view) => view === path)) : pinned
    })
  }, [owner, menu, location, current])
}

export function useTabActs(): TabActs {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const lead = (address: string) => leaveWithoutAsking(() => void navigate(address))
  const closing = async (change: (tabs: Tabs) => Tabs) => {
    // A record goes with the tab of its list.
    const own = tabOfAddress(tabStore.tabs, pathname)?.path
    const isTab = own !== undefined
    if (!(await mayClose(change))) return
    const next = afterClosing(changeTabs(change), own ?? pathname)
    if (next === null) return
    if (isTab) lead(next)
    // What has no tab is left with the last of them alone, and asks for itself.
    else if (change === closeAll) void navigate(next)
  }
  return {
    refresh: async (path) => {
      if (!(await mayLeaveViews((view) => view === path))) return
      const { address } = changeTabs((tabs) => refresh(tabs, path)).visited.find(
        (tab) => tab.path === path,
      ) ?? {
        address: path,
      }
      if (path !== pathname) void navigate(address)
    },
    close: (path) => void closing((tabs) => close(tabs, path)),
    closeOthers: async (path) => {
      if (!(await mayClose((tabs) => closeOthers(tabs, path)))) return
      const { visited } = changeTabs((tabs) => closeOthers(tabs, path))
      const kept = visited.find((tab) => tab.path === path)
      if (kept && pathname !== path && !visited.some((tab) => tab.path === pathname)) lead(kept.address)
    },
    closeAll: () => void closing(closeAll),
  }
}

/** Whether the views that a change closes may be left. */
function mayClose(change: (tabs: Tabs) => Tabs): Promise<boolean> {
  const { tabs } = tabStore
  const stays = new Set(change(tabs).visited.map(({ path }) => path))
  const closes = new Set(tabs.visited.flatMap(({ path }) => (stays.has(path) ? [] : path)))
  return mayLeaveViews((view) => closes.has(view))
}

/** The title of a tab in the present language: the menu's, else what it was called when it was last seen. */
export function titleOf(tab: Tab, menu: readonly MenuEntry[]): string {
  const name = routeTitle(menu, tab.path)?.trail.at(-1)
  if (name !== undefined) return translate(name)
  return language.current === 'zh' ? tab.zhTitle || tab.title : tab.title
}

export function useOpenTabs(): Tabs {
  return useSnapshot(tabStore).tabs as Tabs
}

function tabOf(menu: readonly MenuEntry[], path: string, address: string): Tab | undefined {
  const name = routeTitle(menu, path)
  // From record to record one would leave a tab behind for each.
  if (!name || isRecord(menu, path)) return undefined
  const title = translate(name.trail.at(-1))
  return {
    path,
    address,
    title,
    zhTitle: language.current === 'zh' ? title : '',
    icon: name.icon,
    affix: name.affix,
  }
}

function addressOf({ pathname, search, hash }: Location): string {
  return `${pathname}${search}${hash}`
}
