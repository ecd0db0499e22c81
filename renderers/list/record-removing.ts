import { CallError, type Host } from '@runtime/host'
import { nameColumn } from '@runtime/list/card-columns'
import type { ListPlan } from '@runtime/list/plan'
import { textOf } from './cell'
import { TOAST } from './record-reading'
import { idOf, type Row } from './source'

/** Milliseconds in which a deletion is taken back at one press. */
const UNDO = 10_000
/** Names that the question about many shows; the count stands for the others. */
const NAMED = 5

/** The list whose records are deleted. */
export interface Removing {
  readonly modelId: string
  readonly menuId: string
  readonly list: ListPlan
  readonly host: Host
  /** What the list shows has changed: deleted, or there again. */
  readonly done: () => void
  /** They are there again; absent: that is told by `done`. */
  readonly back?: () => void
}

/**
 * Deletes records after asking, naming the one or saying how many; for ten seconds they can be brought back.
 * @throws CallError when the server refuses the deletion
 */
export async function removeRecords(
  { modelId, menuId, list, host, done, back }: Removing,
  rows: readonly Row[],
  batch: boolean,
): Promise<void> {
  const ids = rows.map(idOf)
  const name = rows.length === 1 && rows[0] ? recordName(rows[0], list, host) : ''
  const title = host.text('@view.deleteTitle')
  if (!(await host.confirm({ text: question(), title, yes: title, danger: true }))) return
  const common = { modelId, menuId }
  const { msg } = batch
    ? await host.call('onlineDevelopment.batchDelete', { ...common, ids })
    : await host.call('onlineDevelopment.delete', { ...common, id: ids[0] })
  done()
  if (!host.offerUndo) {
    host.toast('success', msg, TOAST)
    return
  }
  void host.offerUndo(told(), UNDO).then(async (isWanted) => {
    if (!isWanted) return
    try {
      const restored = await host.call('onlineDevelopment.restore', { ...common, ids })
      host.toast('success', restored.msg, TOAST)
    } catch (error) {
      host.toast('error', error instanceof CallError ? error.message : host.text('@view.loadFailed'), TOAST)
    }
    const there = back ?? done
    there()
  })

  function question(): string {
    if (name !== '') return host.text('@view.deleteNamed', { name })
    if (!batch) return host.text('@view.deleteTip')
    const first = rows.slice(0, NAMED).map((row) => recordName(row, list, host))
    const count = ids.length
    if (first.includes('')) return host.text('@view.batchDeleteTip', { count })
    const text = count > NAMED ? '@view.batchDeleteMore' : '@view.batchDeleteNamed'
    return host.text(text, { count, names: first.join(host.text('@view.nameSeparator')) })
  }

  function told(): string {
    return name === ''
      ? host.text('@view.deletedCount', { count: ids.length })
      : host.text('@view.deletedNamed', { name })
  }
}

/** What a row is called: the text of the column that names it; empty where it has none. */
export function recordName(row: Row, list: Pick<ListPlan, 'columns'>, host: Host): string {
  const column = nameColumn(list.columns)
  return column ? textOf(column, column.field, row[column.path], host) : ''
}
