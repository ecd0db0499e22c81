import type { Db } from '../../../module'
import type { Third, What } from './directory'
import type { Pair } from './state'

/** What stands for what, of one kind at one company's directory. */
export interface Links {
  their(ownId: string): string | undefined
  own(theirId: string): string | undefined
  /** What was last sent of it. */
  sent(ownId: string): string
  all(): Iterable<readonly [ownId: string, theirId: string]>
  /** Remembers that one stands for another, and for nothing else; answers the pairs that are none any more, undefined where it was known. */
  keep(ownId: string, theirId: string, sent?: string): Promise<readonly Pair[] | undefined>
}

/** @param isTrial what is kept then is known to this run alone */
export async function readLinks(db: Db, third: Third, what: What, isTrial: boolean): Promise<Links> {
  const rows = await db
    .selectFrom('third_sync_link')
    .select(['own_id', 'their_id', 'sent'])
    .where('third', '=', third)
    .where('what', '=', what)
    .execute()
  const theirs = new Map(rows.map(({ own_id, their_id }) => [own_id, their_id]))
  const owns = new Map(rows.map(({ own_id, their_id }) => [their_id, own_id]))
  const sents = new Map(rows.map(({ own_id, sent }) => [own_id, sent]))
  return {
    their: (ownId) => theirs.get(ownId),
    own: (theirId) => owns.get(theirId),
    sent: (ownId) => sents.get(ownId) ?? '',
    all: () => [...theirs],
    async keep(ownId, theirId, sent = sents.get(ownId) ?? '') {
      if (theirs.get(ownId) === theirId && sents.get(ownId) === sent) return undefined
      const pairOf = (own: string | undefined): Pair[] =>
        own === undefined || !theirs.has(own)
          ? []
          : [{ ownId: own, theirId: theirs.get(own) ?? '', sent: sents.get(own) ?? '' }]
      const other = owns.get(theirId)
      const replaced = [...pairOf(ownId), ...(other === ownId ? [] : pairOf(other))]
      if (!isTrial)
        await db.transaction().execute(async (tx) => {
          await tx
            .deleteFrom('third_sync_link')
            .where('third', '=', third)
            .where('what', '=', what)
            .where((where) => where.or([where('own_id', '=', ownId), where('their_id', '=', theirId)]))
            .execute()
          await tx
            .insertInto('third_sync_link')
            .values({ third, what, own_id: ownId, their_id: theirId, sent })
            .execute()
        })
      const left = theirs.get(ownId)
      if (left !== undefined && left !== theirId) owns.delete(left)
      if (other !== undefined && other !== ownId) theirs.delete(other)
      theirs.set(ownId, theirId)
      owns.set(theirId, ownId)
      sents.set(ownId, sent)
      return replaced
    },
  }
}

/** Puts pairs in the place of one, where that still stands. */
export async function restoreLinks(
  db: Db,
  { third, what }: { readonly third: string; readonly what: string },
  now: Pick<Pair, 'ownId' | 'theirId'>,
  pairs: readonly Pair[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('third_sync_link')
      .where('third', '=', third)
      .where('what', '=', what)
      .where('own_id', '=', now.ownId)
      .where('their_id', '=', now.theirId)
      .execute()
    for (const { ownId, theirId, sent } of pairs)
      await tx
        .insertInto('third_sync_link')
        .values({ third, what, own_id: ownId, their_id: theirId, sent })
        // What has come to stand for another since stays.
        .onConflict((on) => on.doNothing())
        .execute()
  })
}

/** Forgets a pair of which one is gone. */
export async function forgetLink(db: Db, third: Third, what: What, ownId: string): Promise<void> {
  await db
    .deleteFrom('third_sync_link')
    .where('third', '=', third)
    .where('what', '=', what)
    .where('own_id', '=', ownId)
    .execute()
}
