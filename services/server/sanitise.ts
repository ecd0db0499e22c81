import { allowedPrintAttribute, PRINT_ATTRIBUTES, PRINT_TAGS } from '@runtime/print/markup'
import { allowedAttribute, MARKUP_ATTRIBUTES, MARKUP_DROPPED, MARKUP_TAGS } from '@runtime/widget/markup'
import sanitizeHtml from 'sanitize-html'

interface Allowed {
  readonly tags: readonly string[]
  readonly attributes: readonly string[]
  readonly keep: typeof allowedAttribute
}

const optionsOf = ({ tags, attributes, keep: mayKeep }: Allowed): sanitizeHtml.IOptions => ({
  allowedTags: [...tags],
  allowedAttributes: { '*': [...attributes] },
  nonTextTags: [...MARKUP_DROPPED],
  // A column of a table has no end either.
  selfClosing: [...sanitizeHtml.defaults.selfClosing, 'col'],
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The table checks styles; checked and written again, they would be checked twice by two rules.
  parseStyleAttributes: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    '*': (tagName, attributes) => ({
      tagName,
      attribs: Object.fromEntries(
        Object.entries(attributes).flatMap(([name, value]) => {
          const allowed = mayKeep(tagName, name, value)
          return allowed === null ? [] : [[name, allowed]]
        }),
      ),
    }),
  },
  // An image that shows nothing is none.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
})

const RICH_TEXT = optionsOf({ tags: MARKUP_TAGS, attributes: MARKUP_ATTRIBUTES, keep: allowedAttribute })
const PRINT = optionsOf({ tags: PRINT_TAGS, attributes: PRINT_ATTRIBUTES, keep: allowedPrintAttribute })

/** HTML with nothing in it but what `runtime/widget/markup.ts` allows. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, RICH_TEXT)
}

/** Cleanings after which the worst of nestings has come to rest. */
const CLEANINGS = 4

/**
 * A print template with nothing in it but what `runtime/print/markup.ts` allows. It comes to rest: rows that stood in what was taken
 * out are mended by the next cleaning alone, and a template that is opened and saved unchanged must stay as it is.
 */
export function sanitisePrint(html: string): string {
  let clean = sanitizeHtml(html, PRINT)
  for (let count = 1; count < CLEANINGS; count++) {
    const again = sanitizeHtml(clean, PRINT)
    if (again === clean) break
    clean = again
  }
  return clean
}
