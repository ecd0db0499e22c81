import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { Cell } from './cell'
import { type CodeSettings, definition } from './definition'

const Code = lazy(() => import('../shared/code-editor/view').then(({ CodeText }) => CodeText))

function CodeView({ value, field, host }: ViewProps<CodeSettings, string>) {
  return value ? <Code label={host.text(field.label)} text={value} /> : null
}

export const widget: Widget<CodeSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ CodeEdit }) => CodeEdit)),
  View: CodeView,
  Cell,
}
