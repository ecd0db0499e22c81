/** Column widths of one person, by table; a browser keeps them, a test or a preview may forget them. */
export interface WidthStore {
  read(key: string): Readonly<Record<string, number>>
  write(key: string, widths: Readonly<Record<string, number>>): void
}

/** Keeps widths in the browser's local storage. Where there is none (private windows), they last as long as the page. */
export const localWidths: WidthStore = {
  read(key) {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
      return typeof stored === 'object' && stored !== null ? numbersOf(stored) : {}
    } catch {
      return {}
    }
  },
  write(key, widths) {
    try {
      localStorage.setItem(key, JSON.stringify(widths))
    } catch {
      // A full or forbidden storage costs the person the width at the next visit, nothing now.
    }
  },
}

function numbersOf(stored: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  )
}

/** The key of a person's widths for one table of one form. */
export function widthKey(userId: string, formId: string, path: string): string {
  return `loam.table.widths.${userId}.${formId}.${path}`
}
