import type { Scope } from '@runtime/expression'
import type { Host } from '@runtime/host'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { copyTable } from '@widgets/shared/clipboard'
import { grouped } from '../cell'
import type { WholeRows } from './whole-rows'
import { copiedOf, type WholeTable, wholeTable } from './whole-table'

/** Copies a table, and says how many rows it has. */
export async function copyWhole(table: WholeTable, count: number, host: Host): Promise<void> {
  if (await copyTable(copiedOf(table)))
    host.toast('success', host.text('@view.rowsCopied', { count: grouped(count) }))
  else host.toast('error', host.text('@list.copyRefused'))
}

/** Copies rows as a table of the columns that are shown. */
export function copyRowsAsTable(
  whole: WholeRows,
  columns: readonly ColumnPlan[],
  plan: ListPlan,
  told: { readonly scope: Scope; readonly host: Host },
): Promise<void> {
  return copyWhole(wholeTable(whole, columns, plan, told), whole.count, told.host)
}
