import type { ColumnPlan } from '@runtime/list/plan'
import { isEmptyValue } from '@runtime/widget/definition'
import { useCallback } from 'react'
import { useHost } from '../host'
import { shownText } from './cell'
import { rowScope, useListScope } from './scope'
import { type Row, rawOf } from './source'
import { tagOf } from './tag-cell'

/** Whether a row has anything to show in a column: where it has not, its label says nothing either. */
export function useHasValue(): (row: Row, column: ColumnPlan) => boolean {
  const host = useHost()
  const scope = useListScope()
  return useCallback(
    (row, column) => {
      if (column.value) return shownText(column.value.evaluate(rowScope(row, scope))) !== ''
      const name = column.path.split('.').at(-1) ?? column.path
      const value = rawOf(row, name)
      if (isEmptyValue(row[name]) && isEmptyValue(value)) return false
      const choice = column.widget === 'tag' ? tagOf(column, value) : undefined
      return !choice || host.text(choice.label) !== ''
    },
    [host, scope],
  )
}
