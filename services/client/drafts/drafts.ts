import type { Draft, DraftPlace, Drafts } from '@runtime/draft/draft'
import { isRecord } from '@runtime/json'
import { DRAFT_DAYS } from '../../contract/limits'
import { type DraftDatabase, type KeptDraft, openDraftDatabase } from './database'
import { createHeld, type Held } from './held'
import { type Call, DraftKeeping } from './keeping'
import { DraftWriting } from './writing'

export interface DraftsOptions {
  /** Whose drafts these are: of another's in the same browser nothing is seen. */
  readonly owner: string
  readonly call: Call
  readonly database?: Promise<DraftDatabase>
  readonly held?: Held
}

const DATABASE = 'loam_drafts'
const DAY = 86_400_000

/** Drafts of a person, in this browser and at the server. */
export function createDrafts({
  owner,
  call,
  database = openDraftDatabase(DATABASE),
  held = createHeld(),
}: DraftsOptions): Drafts {
  const keeping = new DraftKeeping(owner, call, held, database)
  const isPast = ({ changedAt }: KeptDraft) => changedAt < Date.now() - DRAFT_DAYS * DAY

  const own = async (kept: readonly KeptDraft[], place: DraftPlace): Promise<readonly Draft[]> => {
    const there = kept.filter((draft) => !draft.ended && isOf(draft, place) && !isPast(draft))
    const drafts = await Promise.all(
      there.map(async ({ id, revision, changedAt }) => {
        const values = await keeping.values(id)
        return {
          ...{ id, revision, changedAt },
          values: Object.fromEntries(values.map(({ path, value }) => [path, JSON.parse(value) as unknown])),
          bases: Object.fromEntries(values.map(({ path, base }) => [path, base])),
        }
      }),
    )
    return drafts
  }

  return {
    begin: (place) => new DraftWriting(keeping, place),
    async find(place) {
      const kept = await keeping.kept()
      for (const draft of kept.filter(isPast)) void keeping.forget(draft.id)
      const ended = kept.filter((draft) => draft.ended)
      for (const draft of ended) void keeping.discard(draft)
      const [here, there, others] = await Promise.all([
        own(kept, place),
        askServer(call, place),
        keeping.others(),
      ])
      const found = new Map<string, Draft>()
      for (const draft of [...there, ...here]) {
        const known = found.get(draft.id)
        if (!known || known.revision < draft.revision) found.set(draft.id, draft)
      }
      for (const { id } of ended) found.delete(id)
      return [...found.values()]
        .filter(({ id, values }) => !others.has(id) && Object.keys(values).length > 0)
        .sort((one, other) => other.changedAt - one.changedAt)
    },
    discard: (id) =>
      keeping.discard({ id, owner, modelId: '', recordId: null, revision: 0, changedAt: Date.now() }),
  }
}

const isOf = (draft: KeptDraft, { modelId, recordId }: DraftPlace) =>
  draft.modelId === modelId && draft.recordId === recordId

/** What other devices have kept. Without a network, or without the right, there is none. */
async function askServer(call: Call, { modelId, recordId }: DraftPlace): Promise<readonly Draft[]> {
  try {
    const { data } = await call('recordDraft.list', { modelId, ...(recordId !== null && { recordId }) })
    const { list } = data as { readonly list: readonly (Omit<Draft, 'values' | 'bases'> & Texts)[] }
    return list.map(({ values, bases, ...draft }) => ({
      ...draft,
      values: parsed(values),
      bases: parsed(bases) as Draft['bases'],
    }))
  } catch {
    return []
  }
}
interface Texts {
  readonly values: string
  readonly bases: string
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  return isRecord(value) ? value : {}
}
