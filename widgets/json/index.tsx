import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { Cell } from './cell'
import { definition, type JsonSettings, textOf } from './definition'

const Code = lazy(() => import('../shared/code-editor/view').then(({ CodeText }) => CodeText))

function JsonView({ value, field, host }: ViewProps<JsonSettings, unknown>) {
  const text = textOf(value)
  return text === '' ? null : <Code label={host.text(field.label)} text={text} />
}

export const widget: Widget<JsonSettings, unknown> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ JsonEdit }) => JsonEdit)),
  View: JsonView,
  Cell,
}
