import { testHost } from '@renderers/testing'
import { getSchema } from '@tiptap/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTemplate } from '../read-template'
import { templateExtensions } from '../schema'
import { writeTemplate } from '../write-template'

const schema = getSchema(templateExtensions(testHost()))
const again = (html: string) => writeTemplate(readTemplate(html, schema))

const words = fc.constantFrom(
  '甲',
  '{no}',
  ' 乙 ',
  '&amp;&lt;',
  '{sum(items.amount)}',
  '\n ',
  '{if a &gt; 1}',
  '{/if}',
)
const styles = fc.constantFrom(
  '',
  ' style="text-align: right"',
  ' style="padding: 4px; border: none"',
  ' align="center"',
)
const around = (tags: readonly string[], inner: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom(...tags), styles, inner)
    .map(([tag, style, html]) => `<${tag}${style}>${html}</${tag}>`)
const several = (one: fc.Arbitrary<string>) => fc.array(one, { maxLength: 3 }).map((all) => all.join(''))

const { block } = fc.letrec<{ block: string; inline: string; cell: string; row: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    words,
    fc.constant('<br>'),
    around(
      ['strong', 'span', 'u', 'a href="https://a.cn/"', 'font'].map((tag) => tag),
      tie('inline'),
    ).map((html) => html.replace(/<\/a href="[^"]*">/, '</a>')),
  ),
  cell: around(['td', 'th'], several(fc.oneof(tie('inline'), tie('block')))),
  row: several(tie('cell')).map((cells) => `<tr>${cells}<td>末</td></tr>`),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    around(['p', 'h2', 'pre'], several(tie('inline'))),
    around(['div', 'blockquote'], several(fc.oneof(tie('inline'), tie('block')))),
    around(['ul', 'ol'], around(['li'], several(fc.oneof(tie('inline'), tie('block'))))),
    fc.constantFrom('<hr>', '<div style="page-break-after: always"></div>'),
    fc
      .tuple(fc.boolean(), tie('row'), tie('row'), fc.boolean())
      .map(
        ([isHead, head, row, isFoot]) =>
          `<table border="1">${isHead ? `<thead>${head}</thead>` : ''}<tbody>${row}</tbody>${isFoot ? '<tfoot><tr><td>脚</td></tr></tfoot>' : ''}</table>`,
      ),
  ),
}))

/** What a template prints of words and structure, whatever its marks are called and however its lines are broken. */
function said(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const mark of body.querySelectorAll('span, strong, u, a, font')) mark.replaceWith(...mark.childNodes)
  body.normalize()
  const shown = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? '').replace(/\s+/g, '')
    const element = node as Element
    const inner = [...element.childNodes].map(shown).join('')
    if (element.localName === 'br') return ''
    return `<${element.localName}${['style', 'align', 'border'].map((name) => element.getAttribute(name) ?? '').join('|')}>${inner}</>`
  }
  return [...body.childNodes].map(shown).join('')
}

it('prints the same words in the same structure, however a template is made', () => {
  fc.assert(
    fc.property(several(block), (html) => {
      const once = again(html)
      expect(said(once)).toBe(said(html))
      expect(again(once)).toBe(once)
    }),
    { numRuns: 300 },
  )
})
