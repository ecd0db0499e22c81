import { LazyFallback, lazy } from '../lazy'
import type { RowChooserProps } from './row-chooser'
import type { TablePopoverProps } from './table-popover'

const Chooser = lazy(async () => (await import('./row-chooser')).RowChooser)

/** The dialog with its table, fetched when it is first opened. */
export function RowChooser(props: RowChooserProps) {
  return (
    <LazyFallback shown={null}>
      <Chooser {...props} />
    </LazyFallback>
  )
}

const Popover = lazy(async () => (await import('./table-popover')).TablePopover)

/** The table below a field, fetched when it is first opened. */
export function TablePopover(props: TablePopoverProps) {
  return (
    <LazyFallback shown={null}>
      <Popover {...props} />
    </LazyFallback>
  )
}
