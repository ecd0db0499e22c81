import type { Host } from '@runtime/host'
import type { Saves } from '@runtime/save/saves'
import { draftsOf } from './drafts'

type Ending = Saves & { end(): void }
let known: { readonly owner: string; readonly saves: Promise<Ending> } | undefined

/** Saves of a person; the same for as long as it is the same person. */
export function savesOf(
  owner: string,
  { call, onRefused }: { readonly call: Host['call']; readonly onRefused: (message: string) => void },
): Promise<Saves> {
  if (known?.owner === owner) return known.saves
  void known?.saves.then((saves) => saves.end())
  const saves = import('@services/client/saves/saves').then(({ createSaves }) =>
    createSaves({
      owner,
      call,
      discard: (draft) => draftsOf(owner).discard(draft),
      onRefused,
    }),
  )
  known = { owner, saves }
  // What could not be fetched is asked for again with the next save.
  saves.catch(() => {
    if (known?.saves === saves) known = undefined
  })
  return saves
}
