import type { Host } from '@runtime/host'
import type { Quill } from 'react-quill'

/** The tools that the library draws without a name in a person's language. */
const TOOLS: readonly (readonly [string, string])[] = [
  ['button.ql-bold', 'bold'],
  ['button.ql-italic', 'italic'],
  ['button.ql-underline', 'underline'],
  ['button.ql-strike', 'strike'],
  ['button.ql-blockquote', 'quote'],
  ['button.ql-code-block', 'code'],
  ['button.ql-list[value="ordered"]', 'ordered'],
  ['button.ql-list[value="bullet"]', 'bullet'],
  ['button.ql-indent[value="-1"]', 'outdent'],
  ['button.ql-indent[value="+1"]', 'indent'],
  ['button.ql-direction', 'direction'],
  ['button.ql-clean', 'clean'],
  ['button.ql-link', 'link'],
  ['button.ql-image', 'image'],
  ['.ql-header .ql-picker-label', 'heading'],
  ['.ql-size .ql-picker-label', 'size'],
  ['.ql-color .ql-picker-label', 'colour'],
  ['.ql-background .ql-picker-label', 'background'],
  ['.ql-align .ql-picker-label', 'align'],
]

/** Names the tools, and has the library's own words said in the person's language. */
export function nameTools(
  quill: Quill,
  { host, label }: { readonly host: Host; readonly label: string },
): void {
  const frame = quill.container.parentElement
  const toolbar = frame?.querySelector('.ql-toolbar')
  if (!frame || !toolbar) return
  toolbar.setAttribute('role', 'toolbar')
  toolbar.setAttribute('aria-label', label)
  for (const [selector, key] of TOOLS) {
    const tool = toolbar.querySelector(selector)
    const name = host.text(`@files.tool.${key}`)
    tool?.setAttribute('aria-label', name)
    tool?.setAttribute('title', name)
  }
  // The popup for links has its words in style sheets.
  frame.style.setProperty('--loam-rich-visit', JSON.stringify(host.text('@files.tool.visit')))
  frame.style.setProperty('--loam-rich-link', JSON.stringify(host.text('@files.tool.enterLink')))
  frame.style.setProperty('--loam-rich-edit', JSON.stringify(host.text('@files.tool.edit')))
  frame.style.setProperty('--loam-rich-remove', JSON.stringify(host.text('@files.remove')))
  frame.style.setProperty('--loam-rich-save', JSON.stringify(host.text('@common.confirm')))
  frame.style.setProperty('--loam-rich-normal', JSON.stringify(host.text('@files.tool.normal')))
  for (const size of ['small', 'medium', 'large', 'huge'])
    frame.style.setProperty(`--loam-rich-${size}`, JSON.stringify(host.text(`@files.tool.${size}`)))
  frame.style.setProperty('--loam-rich-heading', JSON.stringify(host.text('@files.tool.level')))
}
