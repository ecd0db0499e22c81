import './template.css'
import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { definition, piecesOf, type TemplateSettings } from './definition'

/** The text with what each place is called. */
function TemplateView(props: ViewProps<TemplateSettings, string>) {
  return (
    <span className="loam-template-read">
      <TemplateCell {...props} />
    </span>
  )
}

/** In a line. */
function TemplateCell({ value, settings, host }: ViewProps<TemplateSettings, string>) {
  if (!value) return null
  return (
    <>
      {piecesOf(value, settings.names, host).map(({ text, isPlace, from }) =>
        isPlace ? (
          <span key={from} className="loam-template-chip">
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </>
  )
}

export const widget: Widget<TemplateSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ TemplateEdit }) => TemplateEdit)),
  View: TemplateView,
  Cell: TemplateCell,
}
