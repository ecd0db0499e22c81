import { linesOf, type OutlineNode, outlineOf } from '@runtime/design/outline'
import type { DesignSession } from '@runtime/design/session'
import { isLatin, type Sounds } from '@runtime/sounds'
import { useCallback, useMemo, useState } from 'react'
import { useHost } from '../../host'
import { useSounds } from '../../use-sounds'
import { nodeText } from '../keys'

export interface Lines {
  /** Those in view: neither in a closed node, nor other than what is looked for. */
  readonly lines: readonly OutlineNode[]
  isOpen(node: OutlineNode): boolean
  setOpen(node: OutlineNode, isOpen: boolean): void
  /** Opens what a node stands in. */
  readonly reveal: (key: string) => void
}

/** @param query what is looked for, by label, name or pinyin; without words all is in view */
export function useLines(session: DesignSession, query: string): Lines {
  const host = useHost()
  const { tree, widgets } = session
  const nodes = outlineOf(tree, widgets.catalogue)
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set())
  const sounds = useSounds(query)
  const words = query.trim().toLowerCase()
  const lines = useMemo(() => {
    const isFound = (node: OutlineNode) =>
      node.name.toLowerCase().includes(words) || isCalled(nodeText(host, node), words, sounds)
    return linesOf(nodes, closed, words === '' ? undefined : isFound)
  }, [nodes, closed, words, sounds, host])
  const reveal = useCallback(
    (key: string) => {
      const now = outlineOf(session.tree, session.widgets.catalogue)
      const byKey = new Map(now.map((node) => [node.key, node]))
      const around = new Set<string>()
      for (let node = byKey.get(key); node?.parent !== undefined; node = byKey.get(node.parent))
        around.add(node.parent)
      setClosed((before) =>
        [...around].some((one) => before.has(one))
          ? new Set([...before].filter((one) => !around.has(one)))
          : before,
      )
    },
    [session],
  )
  return {
    lines,
    isOpen: ({ key }) => words !== '' || !closed.has(key),
    setOpen: ({ key }, isOpen) =>
      setClosed((before) => new Set(isOpen ? [...before].filter((one) => one !== key) : [...before, key])),
    reveal,
  }
}

/** Whether a text holds words, or sounds like them. */
function isCalled(text: string, words: string, sounds: Sounds | undefined): boolean {
  if (text.toLowerCase().includes(words)) return true
  if (!sounds || !isLatin(words)) return false
  const { whole, initials } = sounds(text)
  return whole.includes(words) || initials.includes(words)
}
