import { fillTemplate, PLAIN_PAGE, printDocument } from '@runtime/print'
import { fillLine } from '@runtime/print/template'
import { HARMFUL, HOSTILE } from '@tests/fixtures/hostile-markup'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitisePrint } from './sanitise'

const PLACES = [
  ...['{a}', '{items.a}', '{image(a,50)}', '{qrcode(items.a)}', '{date(a,"<b>")}', '{{a}', '{a}}', '{', '}'],
  ...[
    '{if a}',
    '{/if}',
    '{if items.a == "<script>"}',
    '{if a &gt;}',
    '{secret}',
    '{items.secret}',
    '{count(items.a)}',
  ],
  ...[
    '{__proto__}',
    '{constructor}',
    '{toString.call}',
    '{if secret}GEHEIM{/if}',
    '{dict(a,"x")}',
    '&#123;a&#125;',
  ],
]
const TAGS = [
  ...[
    '<p>',
    '</p>',
    '<table border="1">',
    '</table>',
    '<tr data-fill="3">',
    '<tr onclick=x>',
    '</tr>',
    '<td title="{a}">',
  ],
  ...[
    '</td>',
    '<p style="color: {a}">',
    '<img src="{a}">',
    '<a href="{a}">',
    '<br>',
    '<b',
    '"',
    "'",
    '>',
    '<!--',
    '-->',
  ],
]
const VALUES = [
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onclick='alert(1)",
    'javascript:alert(1)',
  ],
  ...[
    '</style><script>alert(1)</script>',
    '{secret}',
    '{if a}',
    '&lt;script&gt;',
    '//spy.example/1.png',
    '\\/spy.example',
  ],
  ...[
    'https://spy.example/1.png',
    'data:text/html,<script>',
    'data:image/png;base64,"onerror=',
    '/api/x" onerror="y',
    '-->',
  ],
]
const template = fc
  .array(fc.constantFrom(...PLACES, ...TAGS, ...HOSTILE.slice(0, -1)), { maxLength: 24 })
  .map((pieces) => pieces.join(''))
const value = fc.oneof(fc.constantFrom<unknown>(...VALUES), fc.string(), fc.array(fc.constantFrom(...VALUES)))

/** What a record inherits is none of it. */
const record = (values: object) => Object.assign(Object.create({ secret: 'GEHEIM' }), values)

describe('a print template as the server keeps it', () => {
  it('stays as it is', () => {
    const html = [
      '<table style="width: 100%" border="1"><colgroup><col style="width: 30mm" /><col span="2" /></colgroup>',
      '<thead><tr><th colspan="2">物料</th></tr></thead><tbody><tr data-fill="10"><td>{items.name}</td></tr></tbody></table>',
      '<hr /><p>{if n &gt; 1}{date(at,"yyyy-MM-dd")}{/if}</p><div style="page-break-after: always"></div>',
    ].join('')
    expect(sanitisePrint(html)).toBe(html)
  })

  it('is the same when it is cleaned again', () => {
    fc.assert(
      fc.property(template, (html) => {
        const clean = sanitisePrint(html)
        expect(sanitisePrint(clean)).toBe(clean)
      }),
    )
  })

  it('runs nothing on paper, asks nobody and shows what is in the record alone', () => {
    fc.assert(
      fc.property(template, value, value, fc.string(), (html, a, b, title) => {
        const values = record({ a, items: [record({ a: b }), record({ a })] })
        const data = {
          values,
          printer: { name: '<王>', account: '"' },
          printTime: 0,
          approvals: [],
          copy: '',
        }
        const options = { timeZone: 'UTC', text: String }
        const line = fillLine(html, data, options)
        const margin = { left: line, center: '', right: '${a}' }
        const parts = [{ body: fillTemplate(sanitisePrint(html), data, options), head: margin, foot: margin }]
        const paper = printDocument({ page: PLAIN_PAGE, title, parts, watermark: line })
        expect(paper).not.toContain('GEHEIM')
        expect(paper.match(/<\/style/gi)).toHaveLength(1)
        for (const tag of paper.match(/<[a-z][^>]*>/gi) ?? []) expectHarmless(tag)
      }),
    )
  })
})

const OWN =
  /^<(?:html|head|meta charset="utf-8"|title|style|body|div class="(?:part part-0|margin margin-(?:head|foot))"(?: aria-hidden="true")?)>$|^<div class="watermark" style="background-image: url\(&quot;data:image\/svg\+xml,[\w%.!~*()-]*&quot;\)">$/

/** A tag, whose attributes cannot hold what would end it. */
function expectHarmless(tag: string): void {
  if (OWN.test(tag)) return
  // A text that is yet to be drawn, and words in a title of a picture, are no address.
  const rest = tag.replace(/\s(?:data-text|alt)="[^"]*"/g, '')
  expect(rest.replace(/="[^"]*"/g, '=')).not.toMatch(/\son\w+\s*=|^<(?!\/?[a-z\d]+[\s/>])/i)
  expect(rest).not.toMatch(HARMFUL)
  expect(rest).not.toMatch(/\ssrc="(?!\/api\/)|spy\.example/)
}
