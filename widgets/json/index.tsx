import { codeLine } from '../shared/code-editor/line'
import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { definition, type JsonSettings, textOf } from './definition'

const Code = lazy(() => import('../shared/code-editor/view').then(({ CodeText }) => CodeText))

function JsonView({ value, field, host }: ViewProps<JsonSettings, unknown>) {
  const text = textOf(value)
  return text === '' ? null : <Code label={host.text(field.label)} text={text} />
}

function JsonCell({ value }: ViewProps<JsonSettings, unknown>) {
  return <>{codeLine(textOf(value))}</>
}

export const widget: Widget<JsonSettings, unknown> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ JsonEdit }) => JsonEdit)),
  View: JsonView,
  Cell: JsonCell,
}
