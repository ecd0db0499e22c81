import { Meanwhile, onUse } from '../on-use'
import type { RowChooserProps } from './row-chooser'
import type { TablePopoverProps } from './table-popover'

const Chooser = onUse(async () => (await import('./row-chooser')).RowChooser)

/** The dialog with its table, fetched when it is first opened. */
export function RowChooser(props: RowChooserProps) {
  return (
    <Meanwhile shown={null}>
      <Chooser {...props} />
    </Meanwhile>
  )
}

const Popover = onUse(async () => (await import('./table-popover')).TablePopover)

/** The table below a field, fetched when it is first opened. */
export function TablePopover(props: TablePopoverProps) {
  return (
    <Meanwhile shown={null}>
      <Popover {...props} />
    </Meanwhile>
  )
}
