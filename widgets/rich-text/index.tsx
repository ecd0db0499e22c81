import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { Cell } from './cell'
import { definition, type RichTextSettings } from './definition'

const Text = lazy(() => import('./view').then(({ RichTextView }) => RichTextView))

function RichTextView({ value, host }: ViewProps<RichTextSettings, string>) {
  return <Text html={typeof value === 'string' ? value : ''} host={host} />
}

export const widget: Widget<RichTextSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ RichTextEdit }) => RichTextEdit)),
  View: RichTextView,
  Cell,
}
