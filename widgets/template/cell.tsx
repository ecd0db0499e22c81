import './template.css'
import type { ViewProps } from '../widget'
import { piecesOf, type TemplateSettings } from './definition'

/** In a line. */
export function Cell({ value, settings, host }: ViewProps<TemplateSettings, string>) {
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
