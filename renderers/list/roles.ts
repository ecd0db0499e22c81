import type { AriaAttributes } from 'react'

type Part =
  | 'table'
  | 'grid'
  | 'treegrid'
  | 'rowgroup'
  | 'row'
  | 'columnheader'
  | 'rowheader'
  | 'cell'
  | 'gridcell'

/** What a part of the table is to a screen reader: virtual rows are placed one by one, which a table element forbids. */
export function part(role: Part, aria?: AriaAttributes): AriaAttributes & { readonly role: Part } {
  return { role, ...aria }
}
