import { sql } from 'kysely'
import type { Db } from '../../../module'
import { HttpProblem } from '../../../outgoing/fetch'
import type { Secrets } from '../../../secrets/secrets'
import { type HttpConfig, type InterfaceConfig, originOf } from './config'

/** Where a secret header stands: it opens for the same header to the same place alone, and for copies of the interface. */
const placeOf = (url: string, field: string) => `data-interface/header/${originOf(url)}/${field}`

/** Where a variable's value stands. */
export const variatePlace = (id: string): string => `data-interface/variable/${id}`

/** A configuration as it is kept; what stands in `kept` already is sealed. */
export function sealHeaders(
  secrets: Secrets,
  config: InterfaceConfig,
  kept: InterfaceConfig | undefined,
): InterfaceConfig {
  if (!('url' in config)) return config
  const known = new Set(kept && 'url' in kept ? kept.headers : [])
  const headers = (config.headers ?? []).map((header) =>
    !header.secret || header.defaultValue === '' || known.has(header)
      ? header
      : { ...header, defaultValue: secrets.seal(header.defaultValue, placeOf(config.url, header.field)) },
  )
  return { ...config, headers }
}

/** A kept configuration as it is sent. @throws HttpProblem for a header that cannot be read */
export function openHeaders(secrets: Secrets, config: HttpConfig): HttpConfig {
  const headers = (config.headers ?? []).map((header) => {
    if (!header.secret) return header
    const defaultValue = secrets.open(header.defaultValue, placeOf(config.url, header.field))
    if (defaultValue === undefined)
      throw new HttpProblem('@dataInterface.secretUnreadable', { name: header.field })
    return { ...header, defaultValue }
  })
  return { ...config, headers }
}

/** Seals what stands in plain text or under an older key, and counts what cannot be read. */
export async function sealInterfaces(db: Db, secrets: Secrets): Promise<void> {
  const locked = await db.transaction().execute(async (tx) => {
    let count = 0
    // None is saved in the meantime: the two would not know of each other.
    await sql`lock table data_interface in share row exclusive mode`.execute(tx)
    for (const { id, config } of await tx
      .selectFrom('data_interface')
      .select(['id', 'config'])
      .where('type', '=', 3)
      .execute()) {
      if (!('url' in config)) continue
      const headers = (config.headers ?? []).map((header) => {
        if (!header.secret) return header
        if (secrets.isLocked(header.defaultValue)) count++
        return {
          ...header,
          defaultValue: sealedAnew(secrets, header.defaultValue, placeOf(config.url, header.field)),
        }
      })
      if (headers.some(({ defaultValue }, index) => defaultValue !== config.headers?.[index]?.defaultValue))
        await tx
          .updateTable('data_interface')
          .set({ config: JSON.stringify({ ...config, headers }) })
          .where('id', '=', id)
          .execute()
    }
    for (const { id, value } of await tx
      .selectFrom('data_interface_variate')
      .select(['id', 'value'])
      .where('value', 'is not', null)
      .forUpdate()
      .execute()) {
      const next = sealedAnew(secrets, value ?? '', variatePlace(id))
      if (next !== value)
        await tx.updateTable('data_interface_variate').set({ value: next }).where('id', '=', id).execute()
    }
    return count
  })
  secrets.report('data interfaces', locked)
}

function sealedAnew(secrets: Secrets, kept: string, place: string): string {
  const text = secrets.isDue(kept) ? secrets.open(kept, place) : undefined
  return text === undefined ? kept : secrets.seal(text, place)
}
