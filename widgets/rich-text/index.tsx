import { markupText } from '@runtime/widget/markup'
import { lazy } from 'react'
import type { ViewProps, Widget } from '../widget'
import { definition, type RichTextSettings } from './definition'

const Text = lazy(() => import('./view').then(({ RichTextView }) => ({ default: RichTextView })))

function RichTextView({ value, host }: ViewProps<RichTextSettings, string>) {
  return <Text html={typeof value === 'string' ? value : ''} host={host} />
}

export const widget: Widget<RichTextSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ RichTextEdit }) => ({ default: RichTextEdit }))),
  View: RichTextView,
  Cell: ({ value, text }) => <>{text ?? markupText(String(value ?? ''))}</>,
}
