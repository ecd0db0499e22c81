import { dataOf } from '@runtime/data'
import type { Host } from '@runtime/host'
import { type ArrangedCard, arranged } from '@runtime/page'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '../data'
import { useNodeContext } from './context'
import type { NodeProps } from './node'

type Arrangement = readonly ArrangedCard[] | null

const TAG = 'portals'

/** The cards of a portal as the person has them, and how that is kept: by the node's `save`, else with the account. */
export function useArrangement({ name, items, arrange, arrangement, save }: NodeProps<'portal'>['node']) {
  const { screen, scope, runner } = useNodeContext()
  const { host, plan } = screen
  const place = save || !arrange ? null : `${plan.file} ${name}`
  const account = useAccount(host, place, olderKey(host, plan.file, name))
  const [sent, setSent] = useState<{ readonly arrangement: Arrangement } | null>(null)
  const known = save ? arrangement?.evaluate(scope) : account.arrangement
  // What was just sent stands until the page knows it.
  const kept = sent ? sent.arrangement : known
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
    setSent({ arrangement: next })
    if (save) {
      await runner.run(save, { arrangement: next })
      return
    }
    try {
      if (place !== null) await keepWithAccount(host, place, next)
    } catch (error) {
      setSent(null)
      host.toast('error', error instanceof Error ? error.message : String(error))
    }
  }
  return { cards, keep, isOwn: kept !== null && kept !== undefined, isKnown: account.isKnown }
}

/** What the account keeps of a portal; null: nothing is asked. */
function useAccount(host: Host, place: string | null, older: string) {
  const { data, error } = useQuery(
    place === null ? null : { call: 'currentUser.portal', input: { place }, tags: [TAG] },
  )
  // What this browser kept before accounts did goes to the account, once, where that has none.
  const [left, setLeft] = useState(() => (place === null ? null : recalled(older)))
  const isHandedOver = useRef(false)
  useEffect(() => {
    if (place === null || data === null || left === null) return
    if (data.arrangement !== null) {
      forget(older)
      setLeft(null)
    } else if (!isHandedOver.current) {
      isHandedOver.current = true
      // A server that does not take it leaves it where it is.
      void keepWithAccount(host, place, left).catch(() => undefined)
    }
  }, [data, left, host, place, older])
  return {
    arrangement: data?.arrangement ?? left,
    isKnown: place === null || data !== null || error !== null,
  }
}

async function keepWithAccount(host: Host, place: string, arrangement: Arrangement): Promise<void> {
  await host.call('currentUser.arrangePortal', { place, arrangement })
  dataOf(host).invalidate([TAG])
}

const olderKey = ({ user }: Host, file: string, name: string) =>
  `loam_portal_${user?.userId ?? ''}_${file}_${name}`

function recalled(key: string): Arrangement {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(kept) ? (kept as Arrangement) : null
  } catch {
    return null
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // A closed storage keeps what it has.
  }
}
