import { isMasked, SECRET_MASK } from '@runtime/form'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import type { Secrets } from '../../../secrets/secrets'
import { OutboundProblem } from './problem'

type Values = Readonly<Record<string, string | number>> & { readonly version: number }

/** A part of the configuration that holds secrets: a row of `setting`. */
export interface Part<V extends Values> {
  readonly key: string
  readonly defaults: V
  /**
   * Members that are kept sealed, each with where it opens: the place that it is sent to and whose it is. A secret never
   * goes elsewhere because somebody has changed the host beside it.
   */
  readonly secrets: { readonly [M in keyof V]?: (values: V) => string }
}

/** What is to be saved. */
type Given<V extends Values> = {
  readonly [M in keyof V]?: V[M] | null
} & { readonly version: number }

const secretsIn = <V extends Values>(part: Part<V>) =>
  Object.entries(part.secrets) as [keyof V & string, (values: V) => string][]
const placeIn = <V extends Values>(part: Part<V>, member: string, where: (values: V) => string, values: V) =>
  `${part.key}/${member}/${where(values)}`

/** A part as it is kept: its secrets sealed. */
export async function readPart<V extends Values>(db: Db | Tx, part: Part<V>): Promise<V> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', part.key).executeTakeFirst()
  return { ...part.defaults, ...(row?.value as Partial<V> | undefined) }
}

/** A part as it is shown: dots where a secret is kept. */
export function shownPart<V extends Values>(part: Part<V>, kept: V): V {
  const dots = secretsIn(part).map(([member]) => [member, kept[member] === '' ? '' : SECRET_MASK])
  return { ...kept, ...Object.fromEntries(dots) }
}

/** A part as it is used. @throws OutboundProblem for a secret that cannot be read */
export async function openPart<V extends Values>(db: Db, secrets: Secrets, part: Part<V>): Promise<V> {
  const kept = await readPart(db, part)
  const opened = secretsIn(part).map(([member, where]) => {
    const value = secrets.open(String(kept[member]), placeIn(part, member, where, kept))
    if (value === undefined) throw new OutboundProblem('@outbound.secretUnreadable')
    return [member, value]
  })
  return { ...kept, ...Object.fromEntries(opened) }
}

/**
 * Saves a part. A secret that comes as dots stays, and a member that comes as null.
 * @throws ApiError 409 for what was made from an older version, 400 where a secret would go to another place than it was meant for
 */
export function savePart<V extends Values>(
  context: CallContext,
  secrets: Secrets,
  part: Part<V>,
  { version, ...members }: Given<V>,
): Promise<void> {
  const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
  const action = `${part.key}.save`
  return context.db.transaction().execute(async (tx) => {
    // Whoever saves next waits here, and sees what was saved.
    await tx
      .insertInto('setting')
      .values({ key: part.key, value: '{}' })
      .onConflict((on) => on.doNothing())
      .execute()
    await tx.selectFrom('setting').select('key').where('key', '=', part.key).forUpdate().execute()
    const before = await readPart(tx, part)
    if (version !== before.version)
      throw new ApiError(CODE.conflict, '@record.conflict', { data: { version: before.version } })
    const next = { ...before, ...given, version: before.version + 1 } as V
    const changed: string[] = []
    const sealed = secretsIn(part).map(([member, where]) => {
      const value = String(next[member])
      const place = placeIn(part, member, where, next)
      if (!isMasked(value)) {
        if (value !== '' || before[member] !== '') changed.push(member)
        return [member, value === '' ? '' : secrets.seal(value, place)]
      }
      if (before[member] !== '' && place !== placeIn(part, member, where, before)) {
        const message = context.text('@outbound.secretAgain')
        throw new ApiError(CODE.badRequest, '@outbound.secretAgain', { errors: [{ path: member, message }] })
      }
      return [member, before[member]]
    })
    const kept = { ...next, ...Object.fromEntries(sealed) } as V
    await tx
      .updateTable('setting')
      .set({ value: JSON.stringify(kept) })
      .where('key', '=', part.key)
      .execute()
    const after = { ...shownPart(part, kept), ...(changed.length > 0 && { secretsChanged: changed }) }
    await context.audit({ action, target: part.key, before: shownPart(part, before), after }, tx)
  })
}

/** Seals by the newest key what an older one has sealed; answers how many secrets cannot be read. */
export async function sealPart<V extends Values>(db: Db, secrets: Secrets, part: Part<V>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('setting').select('key').where('key', '=', part.key).forUpdate().execute()
    const kept = await readPart(tx, part)
    let locked = 0
    for (const [member, where] of secretsIn(part)) {
      const value = String(kept[member])
      const place = placeIn(part, member, where, kept)
      if (value !== '' && secrets.isLocked(value)) locked++
      const text = secrets.isDue(value) ? secrets.open(value, place) : undefined
      if (text === undefined) continue
      const change = JSON.stringify({ [member]: secrets.seal(text, place) })
      await tx
        .updateTable('setting')
        .set({ value: sql`setting.value || ${change}::jsonb` })
        .where('key', '=', part.key)
        .execute()
    }
    return locked
  })
}
