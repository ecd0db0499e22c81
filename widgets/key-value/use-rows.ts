import { newId } from '@runtime/id'
import { jsonEqual } from '@runtime/schema'
import { useState } from 'react'
import { type KeyValue, type KeyValueRow, type KeyValueSettings, keptOf, rowsIn } from './definition'

/** A row while it is being written; `id` is the editor's own. */
export interface DraftRow extends KeyValueRow {
  readonly id: string
}

export const emptyRow = (): DraftRow => ({ id: newId(), name: '', value: '' })

/**
 * The rows as they are being written, also those that the value does not have yet: one that was just added, and where
 * objects are kept two of one name. A value that comes from outside takes their place.
 */
export function useRows(
  value: unknown,
  settings: KeyValueSettings,
  onChange: (value: KeyValue | null) => void,
) {
  const [held, hold] = useState(() => ({ value, rows: draftsOf(value) }))
  if (!jsonEqual(held.value ?? null, value ?? null)) hold({ value, rows: draftsOf(value) })
  const change = (rows: readonly DraftRow[]) => {
    const plain = keptOf(
      rows.map(({ name, value: text }) => ({ name, value: text })),
      settings,
    )
    const next = Array.isArray(plain) && plain.length === 0 ? null : plain
    hold({ value: next, rows })
    if (!jsonEqual(next, value ?? null)) onChange(next)
  }
  return { rows: held.rows, change }
}

/** There is always a row to write in. */
function draftsOf(value: unknown): readonly DraftRow[] {
  const rows = (rowsIn(value) ?? []).map((row) => ({ ...row, id: newId() }))
  return rows.length > 0 ? rows : [emptyRow()]
}
