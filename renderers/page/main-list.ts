import { createContext } from 'react'

/** A pane of tabs. */
export interface Pane {
  readonly key: string
  /** It is the one that is opened. */
  readonly isShown: boolean
}

/** The pane that a node stands in; null: in none. */
export const PaneContext = createContext<Pane | null>(null)

/**
 * Which list of a page stands in its address: the first that is drawn; of lists in panes of tabs the first of the pane that is
 * shown.
 */
export class MainList {
  /** By pane; '' is the page itself. */
  private readonly mains = new Map<string, string>()
  private leaving: (() => void) | null = null

  holds(source: string, pane: Pane | null): boolean {
    const key = pane?.key ?? ''
    const isPageOfPanes = this.mains.size === 0 || this.mains.has('') === (pane === null)
    if (!isPageOfPanes) return false
    if (!this.mains.has(key)) this.mains.set(key, source)
    return this.mains.get(key) === source && (pane?.isShown ?? true)
  }

  /** A list has the address; `leave` takes what that says of it away. The answer ends it. */
  enter(leave: () => void): () => void {
    this.leaving = leave
    return () => {
      if (this.leaving === leave) this.leaving = null
    }
  }

  /** Another pane is to be shown: the address says nothing of this one's list any more. */
  leave(): void {
    this.leaving?.()
    this.leaving = null
  }
}
