import './icon-picker.css'
import { NamedIcon } from '../shared/named-icon'
import type { ViewProps } from '../widget'
import { type IconPickerSettings, iconLabel } from './definition'

/** The icon and what it is called. */
export function Cell({ value, host }: ViewProps<IconPickerSettings, string>) {
  if (!value) return null
  return (
    <span className="loam-icon-read">
      <NamedIcon name={value} />
      {iconLabel(value, host)}
    </span>
  )
}
