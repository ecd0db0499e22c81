import type { Drafts } from '@runtime/draft/draft'
import { createDrafts } from '@services/client'
import { client } from './client'

let known: { readonly owner: string; readonly drafts: Drafts } | undefined

/** Drafts of a person; the same for as long as it is the same person. */
export function draftsOf(owner: string): Drafts {
  if (known?.owner === owner) return known.drafts
  // Not by the host's call: what is kept of a draft changes nothing that a screen shows.
  const drafts = createDrafts({ owner, call: (name, input) => client.call(name, input) })
  known = { owner, drafts }
  return drafts
}
