import { sql } from 'kysely'
import type { Tx } from '../module'
import type { Aside } from './hearing'

const LONGEST_REASON = 200

/** Sets messages aside; of those that differ in nothing but what they say the newest is kept, and how often they came. */
export async function writeAside(tx: Tx, aside: readonly Aside[]): Promise<void> {
  const counted = new Map<string, Aside & { times: number }>()
  for (const each of aside) {
    const one = {
      ...each,
      gatewayId: printable(each.gatewayId),
      deviceId: printable(each.deviceId),
      topic: printable(each.topic),
      reason: printable(each.reason),
    }
    const key = JSON.stringify([one.gatewayId, one.deviceId, one.topic, one.reason])
    counted.set(key, { ...one, times: (counted.get(key)?.times ?? 0) + 1 })
  }
  // In one order, so that two servers do not wait for each other in a ring.
  const rows = [...counted].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  await sql`
    insert into device_aside as kept (project_id, gateway_id, device_id, topic, payload, reason, occurrences)
    select * from unnest(
      ${rows.map(({ projectId }) => printable(projectId))}::text[], ${rows.map(({ gatewayId }) => gatewayId)}::text[],
      ${rows.map(({ deviceId }) => deviceId)}::text[], ${rows.map(({ topic }) => topic)}::text[],
      ${rows.map(({ payload }) => hex(payload))}::bytea[], ${rows.map(({ reason }) => reason)}::text[],
      ${rows.map(({ times }) => times)}::int[])
    on conflict (gateway_id, device_id, topic, reason) do update set
      project_id = excluded.project_id, payload = excluded.payload,
      occurrences = kept.occurrences + excluded.occurrences, last_at = now()`.execute(tx)
}

/** PostgreSQL's texts hold no NUL. */
const printable = (text: string) => text.replaceAll('\0', '').slice(0, LONGEST_REASON)
const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`
