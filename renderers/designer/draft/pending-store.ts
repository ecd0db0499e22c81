import { createHeld, type Held, resultOf, STORAGE_PREFIX } from '@services/client'

/** What tabs of this browser have designed and not sent yet, as text, by model, person and tab. */
export interface PendingStore {
  /** Has been handed to the browser's own process when it returns: a tab that dies now has left it. */
  put(text: string): void
  remove(): void
  /** What tabs that are no more have left of this model; each is forgotten by what it answers. */
  left(): Promise<readonly { readonly text: string; forget(): void }[]>
  /** This tab is no more. */
  close(): void
}

export interface PendingPlace {
  readonly userId: string
  readonly modelId: string
  /** A name that no other tab has. */
  readonly tab: string
}

const STEPS = 'steps'

/** Opens it; where the browser has none to give (a private window, a full disk) nothing outlives the tab. */
export async function openPendingStore(
  { userId, modelId, tab }: PendingPlace,
  { name = `${STORAGE_PREFIX}designs`, held = createHeld() }: { name?: string; held?: Held } = {},
): Promise<PendingStore | null> {
  const database = await open(name).catch(() => null)
  if (!database) return null
  const release = held.hold(tab)
  const write = (work: (steps: IDBObjectStore) => void) => {
    try {
      const transaction = database.transaction(STEPS, 'readwrite', { durability: 'relaxed' })
      work(transaction.objectStore(STEPS))
      transaction.commit()
    } catch {
      // Closed by the browser, or for a newer product: what is unsent is still in this tab.
    }
  }
  return {
    put: (text) => write((steps) => steps.put(text, [userId, modelId, tab])),
    remove: () => write((steps) => steps.delete([userId, modelId, tab])),
    async left() {
      const range = IDBKeyRange.bound([userId, modelId], [userId, modelId, []])
      const steps = database.transaction(STEPS).objectStore(STEPS)
      const [keys, texts, others] = await Promise.all([
        resultOf(steps.getAllKeys(range)),
        resultOf<string[]>(steps.getAll(range)),
        held.others(),
      ])
      return keys.flatMap((key, at) => {
        const text = texts[at]
        const isOpen = others.has(String((key as string[])[2]))
        return text === undefined || isOpen ? [] : [{ text, forget: () => write((all) => all.delete(key)) }]
      })
    },
    close() {
      release()
      database.close()
    },
  }
}

async function open(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STEPS)
  const database = await resultOf(opening)
  // Another window has a newer product: this one must not keep it waiting.
  database.onversionchange = () => database.close()
  return database
}
