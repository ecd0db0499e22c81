import type { LayoutProps, Widget } from '../widget'
import { definition, type RowSettings } from './definition'

/** What is in the row stands on the grid that the form draws; the row itself has no look. */
function RowLayout({ id, children }: LayoutProps<RowSettings>) {
  return <div id={id}>{children}</div>
}

export const widget: Widget<RowSettings> = { definition, Layout: RowLayout }
