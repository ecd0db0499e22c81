import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** Classes of `code-editor.css`: the colours of a theme are those of the page. */
const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], class: 'loam-code-keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: 'loam-code-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'loam-code-number' },
  { tag: [tags.propertyName, tags.attributeName], class: 'loam-code-property' },
  { tag: [tags.function(tags.variableName), tags.standard(tags.name)], class: 'loam-code-function' },
  { tag: tags.comment, class: 'loam-code-comment' },
  { tag: tags.invalid, class: 'loam-code-invalid' },
])

export const highlighting = syntaxHighlighting(style)
