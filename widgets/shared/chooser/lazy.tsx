import { lazy, Suspense } from 'react'
import type { RowChooserProps } from './row-chooser'
import type { TablePopoverProps } from './table-popover'

const Chooser = lazy(async () => ({ default: (await import('./row-chooser')).RowChooser }))

/** The dialog with its table, fetched when it is first opened. */
export function RowChooser(props: RowChooserProps) {
  return (
    <Suspense fallback={null}>
      <Chooser {...props} />
    </Suspense>
  )
}

const Popover = lazy(async () => ({ default: (await import('./table-popover')).TablePopover }))

/** The table below a field, fetched when it is first opened. */
export function TablePopover(props: TablePopoverProps) {
  return (
    <Suspense fallback={null}>
      <Popover {...props} />
    </Suspense>
  )
}
