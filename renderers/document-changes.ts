const listeners = new Set<(file: string) => void>()

/** Tells every open screen that a file below `schemas/` has changed. */
export function announceDocumentChange(file: string): void {
  for (const listener of listeners) listener(file)
}

/** Hears of changed files. Returns the unsubscribe. */
export function onDocumentChange(listener: (file: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
