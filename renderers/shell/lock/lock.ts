import { STORAGE_PREFIX } from '@services/client'
import { proxy } from 'valtio/vanilla'

/** Stored apart from the token; `1` while the screen is locked (`spec/shell-and-monitoring.md §3, §4`). */
const KEY = `${STORAGE_PREFIX}lock`

/** Valtio proxy: whether the screen is locked, in all tabs of the product alike. Change it with `setLock`. */
export const lock = proxy({ on: isStored() })

export function setLock(on: boolean): void {
  if (on) localStorage.setItem(KEY, '1')
  else localStorage.removeItem(KEY)
  lock.on = on
}

/** Locks the screen: what is being done stays as it is behind it. */
export const lockScreen = (): void => setLock(true)

function isStored(): boolean {
  return localStorage.getItem(KEY) === '1'
}

addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) lock.on = isStored()
})
