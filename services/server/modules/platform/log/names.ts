import type { CallContext } from '../../../module'
import { type AuditChange, nameIn } from '../audit/differences'
import { areaOf, type ChangeTeller, type ChangeTellers } from '../audit/tellers'

/** What operations were done to, by name, in their order; empty where it has no name, or none for the caller. */
export async function namesOf(
  context: CallContext,
  tellers: ChangeTellers,
  rows: readonly AuditChange[],
): Promise<readonly string[]> {
  const { text, language } = context
  const told = new Map<ChangeTeller, AuditChange[]>()
  for (const row of rows) {
    const teller = tellers.get(areaOf(row.action))
    if (teller) told.set(teller, [...(told.get(teller) ?? []), row])
  }
  const named = new Map<AuditChange, string>()
  for (const [teller, own] of told) {
    const names = await teller.names(context, own)
    for (const [index, row] of own.entries()) named.set(row, names[index] ?? '')
  }
  return rows.map((row) => named.get(row) ?? nameIn(row.after ?? row.before, text, language))
}
