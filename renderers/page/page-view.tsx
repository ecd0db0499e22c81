import { DocumentPage, type PageViewProps } from './document-page'
import { drawings } from './drawings'
// Most pages open dialogs: they come with the page and not when the first is opened.
import './dialog'

/** Draws a page document, whatever stands in it. */
export function PageView(props: PageViewProps) {
  return <DocumentPage {...props} drawings={drawings} />
}
