import { allowedPrintAttribute, PRINT_ATTRIBUTES } from '@runtime/print/markup'

/** Attributes of an element of a template that its node carries along, by name: all that paper allows. */
export type Kept = Readonly<Record<string, string>>

export const NOTHING_KEPT: Kept = {}

/** What an element says that a template may say, without the attributes that its node has as its own. */
export function keptOf(element: Element, own: readonly string[] = []): Kept {
  const tag = element.localName
  return Object.fromEntries(
    [...element.attributes].flatMap(({ name, value }) => {
      if (own.includes(name) || !PRINT_ATTRIBUTES.includes(name)) return []
      const allowed = allowedPrintAttribute(tag, name, value)
      return allowed === null ? [] : [[name, allowed]]
    }),
  )
}

/** The declarations of a `style`, by property; of two of the same the later counts. */
function declarationsOf(style: string | undefined): Map<string, string> {
  return new Map(
    (style ?? '').split(';').flatMap((declaration): [string, string][] => {
      const colon = declaration.indexOf(':')
      return colon < 0 ? [] : [[declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()]]
    }),
  )
}

/** The value of a property; empty where it is not said. */
export function styleOf(kept: Kept, property: string): string {
  return declarationsOf(kept['style']).get(property) ?? ''
}

/** The same with a property set, or not said any more: null. */
export function withStyle(kept: Kept, property: string, value: string | null): Kept {
  const declarations = declarationsOf(kept['style'])
  if (value === null) declarations.delete(property)
  else declarations.set(property, value)
  return withAttribute(
    kept,
    'style',
    declarations.size === 0 ? null : [...declarations].map((pair) => pair.join(': ')).join('; '),
  )
}

/** The same with an attribute set, or taken away: null. */
export function withAttribute(kept: Kept, name: string, value: string | null): Kept {
  const { [name]: _before, ...others } = kept
  return value === null ? others : { ...others, [name]: value }
}

/** Both together; of what both say the inner one counts. */
export function innerOver(outer: Kept, inner: Kept): Kept {
  const declarations = [...declarationsOf(inner['style'])]
  return declarations.reduce((kept, [property, value]) => withStyle(kept, property, value), {
    ...inner,
    ...outer,
  } as Kept)
}
