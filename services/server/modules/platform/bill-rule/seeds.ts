import { inParts } from '../../../database/batches'
import type { Db } from '../../../module'

/** Rules of the demo's models: code, name, category, prefix, date, digits. */
const RULES = [
  ['purchaseOrder', '采购单号', 'purchase', 'CG', 'yyyyMMdd', 4],
  ['waterRecord', '用水记录编号', 'water', 'YS', 'yyyyMM', 4],
  ['inspection', '巡检单号', 'device', 'XJ', 'yyyyMMdd', 3],
] as const

/** The demo's rules; those that are there stay as they are. */
export async function seedRules(db: Db): Promise<void> {
  const rows = RULES.map(([code, name, category, prefix, date_format, digit], index) => ({
    id: code,
    full_name: name,
    en_code: code,
    category: `businessType.${category}`,
    prefix,
    date_format,
    digit,
    start_number: '1'.padStart(digit, '0'),
    sort_code: index + 1,
    enabled_mark: 1,
    description: '',
    created_by: '',
    updated_at: null,
  }))
  for (const part of inParts(rows))
    await db
      .insertInto('bill_rule')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
