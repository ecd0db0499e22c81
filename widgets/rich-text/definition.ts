import { RICH_TEXT_LIMIT } from '@runtime/limits'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { imagesIn } from '@runtime/widget/markup'
import { markupText } from '@runtime/widget/markup-text'
import { Type } from 'typebox'

/** Settings of rich text: it has none. */
export type RichTextSettings = Readonly<Record<string, never>>

/** Text with headings, lists, colours and images; the value is HTML (`reference/formdata-format.md §4`, "editor"). */
export const definition: WidgetDefinition<RichTextSettings, string> = {
  key: 'rich-text',
  jnpfKeys: ['editor'],
  group: 'text',
  title: '@files.richText',
  icon: 'Edit',
  kind: 'field',
  long: true,
  example: {
    field: {
      default:
        '<h2>灌溉作业要求</h2><p>开泵前请确认<strong>主控阀已打开</strong>，出口压力保持在 0.39–0.43 MPa。</p><ul><li>每4小时读表一次</li><li>发现渗漏立即停泵</li></ul>',
    },
  },
  notInTable: true,
  notInList: true,
  settings: Type.Object({}),
  defaults: {},
  value: () => ({ type: 'string' }),
  textLimit: RICH_TEXT_LIMIT,
  isEmpty: (value) =>
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'string' && markupText(value) === '' && !/<img\b/i.test(value)),
  files: imagesIn,
  receive: (value, _settings, context) => (typeof value === 'string' ? context.sanitise(value) : value),
  check(value, _settings, context) {
    const stranger = imagesIn(value).find((id) => context.file?.(id) === null)
    return stranger === undefined ? null : context.text('@files.gone', { name: stranger })
  },
  toText: markupText,
  fromText: (text) => ({ value: paragraphs(text) }),
}

/** Plain text as HTML, a paragraph a line. */
function paragraphs(text: string): string {
  const escaped = text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
  return escaped === ''
    ? ''
    : escaped
        .split(/\r?\n/)
        .map((line) => `<p>${line || '<br>'}</p>`)
        .join('')
}
