import { Text as TextWord } from '@runtime/document/words'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readRecord, readText, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const TARGETS = ['_self', '_blank'] as const
const ALIGNS = ['left', 'center', 'right'] as const

/** Settings of a link. */
export interface LinkSettings {
  readonly content: Text
  /** An address; `${…}` places are filled from the form. */
  readonly href: string
  readonly target: (typeof TARGETS)[number]
  readonly align: (typeof ALIGNS)[number]
}

/** A link to an address or a place of the product; it holds no value. */
export const definition: WidgetDefinition<LinkSettings> = {
  key: 'link',
  jnpfKeys: ['link'],
  group: 'display',
  title: '@inputs.link',
  icon: 'Link',
  kind: 'display',
  example: { field: { content: '使用说明', href: 'https://example.com' } },
  settings: Type.Object({
    content: Type.Optional({
      ...TextWord,
      title: '@inputs.setting.content',
      description: 'What the link is called',
    }),
    href: Type.Optional(
      Type.String({
        title: '@inputs.setting.href',
        description: 'http, https, mailto, tel, or a path: /home',
      }),
    ),
    target: Type.Optional(
      Type.Union(
        TARGETS.map((target) => Type.Literal(target)),
        { title: '@inputs.setting.target', description: '_self here, _blank in a new window' },
      ),
    ),
    align: Type.Optional(
      Type.Union(
        ALIGNS.map((align) => Type.Literal(align)),
        { title: '@inputs.setting.align', description: 'left, center or right' },
      ),
    ),
  }),
  defaults: { content: '', href: '', target: '_self', align: 'left' },
  fromFormData: (field) =>
    given({
      content: readText(field['content']),
      href: readText(field['href']),
      target: readWord(field['target'], TARGETS),
      align: readWord(readRecord(field['textStyle'])?.['text-align'], ALIGNS),
    }),
}

/** Where an address leads; null for one that must not be followed (`javascript:`, `data:`) or says nothing. */
export function destinationOf(
  href: string,
): { readonly kind: 'inside' | 'outside'; readonly to: string } | null {
  const to = href.trim()
  if (/^\/(?![/\\])/.test(to)) return { kind: 'inside', to }
  if (/^(https?:\/\/|mailto:|tel:)./i.test(to)) return { kind: 'outside', to }
  // Administrators write addresses as they say them.
  if (/^(www\.)?[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}(:\d+)?(\/\S*)?$/i.test(to))
    return { kind: 'outside', to: `https://${to}` }
  return null
}
