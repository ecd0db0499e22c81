import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { Cell } from './cell'
import { definition, type TemplateSettings } from './definition'

/** The text with what each place is called. */
function TemplateView(props: ViewProps<TemplateSettings, string>) {
  return (
    <span className="loam-template-read">
      <Cell {...props} />
    </span>
  )
}

export const widget: Widget<TemplateSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ TemplateEdit }) => TemplateEdit)),
  View: TemplateView,
  Cell,
}
