import type { SaveRefusal, WaitingSave } from '@runtime/save/saves'
import { resultOf } from '../drafts/database'

/** A save with the person whose it is. */
export interface KeptSave extends WaitingSave {
  readonly owner: string
}

/** Saves in this browser's IndexedDB that the server has yet to answer. */
export interface SaveDatabase {
  /** Resolves when it has been handed to the browser's own process. */
  put(save: KeptSave): Promise<void>
  /** In the order in which they were made. */
  find(owner: string): Promise<readonly KeptSave[]>
  /** Notes a refusal; what has been forgotten in the meantime stays so. */
  refuse(id: string, refusal: SaveRefusal): Promise<void>
  remove(id: string): Promise<void>
}

const VERSION = 1
const SAVES = 'saves'
const OWNER = 'owner'

/** Opens it; rejects where the browser has none to give (a private window, a full disk). */
export async function openSaveDatabase(name: string): Promise<SaveDatabase> {
  const opening = indexedDB.open(name, VERSION)
  // Ids sort by the time of their making.
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore(SAVES, { keyPath: 'id' }).createIndex(OWNER, OWNER)
  const database = await resultOf(opening)
  database.onversionchange = () => database.close()
  // Async throughout: of a database that the browser has closed the first word throws.
  const write = async (work: (saves: IDBObjectStore) => void): Promise<void> => {
    const transaction = database.transaction(SAVES, 'readwrite', { durability: 'strict' })
    work(transaction.objectStore(SAVES))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
  }
  return {
    put: (save) => write((saves) => saves.put(save)),
    find: async (owner) =>
      resultOf<KeptSave[]>(database.transaction(SAVES).objectStore(SAVES).index(OWNER).getAll(owner)),
    refuse: (id, refusal) =>
      write((saves) => {
        const asked: IDBRequest<KeptSave | undefined> = saves.get(id)
        asked.onsuccess = () => asked.result && saves.put({ ...asked.result, refusal })
      }),
    remove: (id) => write((saves) => saves.delete(id)),
  }
}
