import { keyOf, type OutlineNode } from '@runtime/design/outline'
import { type Selection, selectOne, selectTo, toggle } from '@runtime/design/selection'
import type { DesignSession } from '@runtime/design/session'
import { useEffect, useRef, useState } from 'react'

/** How a line is chosen: alone, with all from the anchor on, added or taken away, or only pointed at. */
export type Choosing = 'one' | 'range' | 'toggle' | 'none'

export interface Cursor {
  /** Of the line that the keys are about; -1 where there is none. */
  readonly index: number
  point(node: OutlineNode, choosing: Choosing): void
}

/**
 * The line that the keys are about. It goes where something is chosen elsewhere.
 * @param reveal opens what a node stands in
 */
export function useCursor(
  session: DesignSession,
  lines: readonly OutlineNode[],
  reveal: (key: string) => void,
): Cursor {
  const { selection } = session
  const [key, setKey] = useState(() => lastKey(selection) ?? '')
  const followed = useRef<Selection>(selection)
  const lastIndex = useRef(0)
  useEffect(() => {
    if (followed.current === selection) return
    followed.current = selection
    const last = lastKey(selection)
    if (last === undefined) return
    setKey(last)
    reveal(last)
  }, [selection, reveal])
  const found = lines.findIndex((line) => line.key === key)
  // The line is gone: the one that has come in its place.
  const index = found >= 0 ? found : Math.min(lastIndex.current, lines.length - 1)
  useEffect(() => {
    lastIndex.current = Math.max(index, 0)
  }, [index])
  return {
    index,
    point({ key, address }, choosing) {
      if (choosing !== 'none') session.select(chosen(session, address, choosing))
      followed.current = session.selection
      setKey(key)
    },
  }
}

function chosen(
  { tree, selection }: DesignSession,
  address: OutlineNode['address'],
  choosing: Choosing,
): Selection {
  if (choosing === 'range') return selectTo(tree, selection, address)
  return choosing === 'toggle' ? toggle(tree, selection, address) : selectOne(address)
}

function lastKey({ nodes }: Selection): string | undefined {
  const last = nodes.at(-1)
  return last && keyOf(last)
}
