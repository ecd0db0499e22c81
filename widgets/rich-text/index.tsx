import { markupText } from '@runtime/widget/markup-text'
import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { definition, type RichTextSettings } from './definition'

const Text = lazy(() => import('./view').then(({ RichTextView }) => RichTextView))

function RichTextView({ value, host }: ViewProps<RichTextSettings, string>) {
  return <Text html={typeof value === 'string' ? value : ''} host={host} />
}

export const widget: Widget<RichTextSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ RichTextEdit }) => RichTextEdit)),
  View: RichTextView,
  Cell: ({ value, text }) => <>{text ?? markupText(String(value ?? ''))}</>,
}
