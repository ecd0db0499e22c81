import { markupText } from '@runtime/widget/markup-text'
import type { ViewProps } from '../widget'
import type { RichTextSettings } from './definition'

/** Its text alone. */
export function Cell({ value, text }: ViewProps<RichTextSettings, string>) {
  return <>{text ?? markupText(String(value ?? ''))}</>
}
