/** A draft in this browser: what stands for all of it. Its values are apart, one entry a field. */
export interface KeptDraft {
  readonly id: string
  readonly owner: string
  readonly modelId: string
  readonly recordId: string | null
  readonly revision: number
  readonly changedAt: number
  /** It is to go, and the server has yet to hear of it. */
  readonly ended?: boolean
}
export interface KeptValue {
  readonly draft: string
  readonly path: string
  /** JSON text. */
  readonly value: string
  readonly base: string
}

/** Drafts of this browser in IndexedDB. What is written has been handed to the browser's own process when a call returns. */
export interface DraftDatabase {
  put(draft: KeptDraft, values: readonly KeptValue[], dropped?: readonly string[]): void
  find(owner: string): Promise<readonly KeptDraft[]>
  values(draft: string): Promise<readonly KeptValue[]>
  remove(draft: string): Promise<void>
}

const VERSION = 1
const DRAFTS = 'drafts'
const VALUES = 'values'
const OWNER = 'owner'

/** Opens it; rejects where the browser has none to give (a private window, a full disk). */
export async function openDraftDatabase(name: string): Promise<DraftDatabase> {
  const opening = indexedDB.open(name, VERSION)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(DRAFTS, { keyPath: 'id' }).createIndex(OWNER, OWNER)
    opening.result.createObjectStore(VALUES, { keyPath: ['draft', 'path'] })
  }
  const database = await resultOf(opening)
  // Another window has a newer product: this one writes no more, and must not keep that one waiting.
  database.onversionchange = () => database.close()
  const write = () => database.transaction([DRAFTS, VALUES], 'readwrite', { durability: 'relaxed' })
  return {
    put(draft, values, dropped = []) {
      const transaction = write()
      transaction.objectStore(DRAFTS).put(draft)
      const kept = transaction.objectStore(VALUES)
      for (const value of values) kept.put(value)
      for (const path of dropped) kept.delete([draft.id, path])
      // Without waiting for the answers: a window that dies now has handed all of it over.
      transaction.commit()
    },
    find: (owner) =>
      resultOf<KeptDraft[]>(database.transaction(DRAFTS).objectStore(DRAFTS).index(OWNER).getAll(owner)),
    values: (draft) =>
      resultOf<KeptValue[]>(database.transaction(VALUES).objectStore(VALUES).getAll(ofDraft(draft))),
    remove(draft) {
      const transaction = write()
      transaction.objectStore(DRAFTS).delete(draft)
      transaction.objectStore(VALUES).delete(ofDraft(draft))
      return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
    },
  }
}

/** Every key `[draft, path]`. */
const ofDraft = (draft: string) => IDBKeyRange.bound([draft], [draft, []])

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
