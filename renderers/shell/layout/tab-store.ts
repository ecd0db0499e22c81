import { STORAGE_PREFIX } from '@services/client'
import { proxy, ref } from 'valtio/vanilla'
import { NO_TABS, read, type Tabs, written } from './tabs'

/** Valtio proxy: the tabs of this window. They come back after a reload, and end with the session. */
export const tabStore = proxy<{ tabs: Tabs }>({ tabs: ref(NO_TABS) })

let key: string | null = null

/** Takes up what this window had open for a person in a system. */
export function openTabs(owner: string): void {
  const next = `${STORAGE_PREFIX}tabs_${owner}`
  if (next === key) return
  key = next
  tabStore.tabs = ref(read(sessionStorage.getItem(key)))
}

export function changeTabs(change: (tabs: Tabs) => Tabs): Tabs {
  const tabs = change(tabStore.tabs)
  tabStore.tabs = ref(tabs)
  if (key !== null) sessionStorage.setItem(key, written(tabs))
  return tabs
}

/** Everything is closed, also what a reload would bring back (`spec/shell-and-monitoring.md §4`: logout clears open tabs). */
export function forgetTabs(): void {
  if (key !== null) sessionStorage.removeItem(key)
  key = null
  tabStore.tabs = ref(NO_TABS)
}
