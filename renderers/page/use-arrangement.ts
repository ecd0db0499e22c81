import { type ArrangedCard, arranged } from '@runtime/page'
import { useMemo, useState } from 'react'
import { useNodeContext } from './context'
import type { NodeProps } from './node'

type Arrangement = readonly ArrangedCard[] | null

/** The cards of a portal as the person has them, and how that is kept. */
export function useArrangement({ name, items, arrangement, save }: NodeProps<'portal'>['node']) {
  const { screen, scope, runner } = useNodeContext()
  const key = `loam_portal_${screen.host.user?.userId ?? ''}_${screen.plan.file}_${name}`
  const [own, setOwn] = useState<unknown>(() => (save ? null : recalled(key)))
  const [sent, setSent] = useState<{ readonly arrangement: Arrangement } | null>(null)
  const known = arrangement?.evaluate(scope)
  // What was just sent stands until the page knows it.
  const kept = save ? (sent ? sent.arrangement : known) : own
  const text = JSON.stringify(kept ?? null)
  const cards = useMemo(
    () =>
      arranged(
        items.map(({ name: card, columns, rows }) => ({ name: card, columns, rows })),
        JSON.parse(text),
      ),
    [items, text],
  )
  const keep = async (next: Arrangement) => {
    if (!save) {
      setOwn(next)
      keepHere(key, next)
      return
    }
    setSent({ arrangement: next })
    await runner.run(save, { arrangement: next })
  }
  return { cards, keep, isOwn: kept !== null && kept !== undefined }
}

function recalled(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function keepHere(key: string, arrangement: Arrangement): void {
  try {
    if (arrangement) localStorage.setItem(key, JSON.stringify(arrangement))
    else localStorage.removeItem(key)
  } catch {
    // A full or closed storage only costs the arrangement's next visit.
  }
}
