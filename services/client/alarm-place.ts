import type { AlarmNotice } from './alarm-board'
import { STORAGE_PREFIX } from './token'

/** Where a person's screens stand in the alarms of a project. */
export interface AlarmPlace {
  /** The last change that has been shown. */
  readonly seq: number
  /** Pop-ups that stand open: they stay until closed, a reload of the page notwithstanding. */
  readonly open: readonly AlarmNotice[]
}

/** Remembers places by key, over reloads and for all windows. */
export interface AlarmPlaces {
  get(key: string): Promise<AlarmPlace | null>
  put(key: string, place: AlarmPlace): void
}

const STORE = 'places'

/** In IndexedDB; without one (a private window) nothing is remembered, and a screen begins with the active list. */
export function createAlarmPlaces(): AlarmPlaces {
  let database: Promise<IDBDatabase | null> | undefined
  const opened = () => {
    database ??= open().catch(() => null)
    return database
  }
  return {
    async get(key) {
      const db = await opened()
      if (!db) return null
      return new Promise((resolve) => {
        const request = db.transaction(STORE).objectStore(STORE).get(key)
        request.onsuccess = () => resolve((request.result as AlarmPlace | undefined) ?? null)
        request.onerror = () => resolve(null)
      })
    },
    put(key, place) {
      void opened().then((db) => db?.transaction(STORE, 'readwrite').objectStore(STORE).put(place, key))
    },
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(`${STORAGE_PREFIX}alarms`, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
