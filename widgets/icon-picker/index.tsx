import './icon-picker.css'
import { lazy } from '../shared/lazy'
import { NamedIcon } from '../shared/named-icon'
import type { ViewProps, Widget } from '../widget'
import { definition, type IconPickerSettings, iconLabel } from './definition'

/** The icon and what it is called. */
function IconPickerView({ value, host }: ViewProps<IconPickerSettings, string>) {
  if (!value) return null
  return (
    <span className="loam-icon-read">
      <NamedIcon name={value} />
      {iconLabel(value, host)}
    </span>
  )
}

export const widget: Widget<IconPickerSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ IconPickerEdit }) => IconPickerEdit)),
  View: IconPickerView,
  Cell: IconPickerView,
}
