import { MARKUP_DROPPED } from './markup'

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The words of a text, a line a paragraph. However long or broken the text is, each of its characters is read a few times. */
export function markupText(html: string): string {
  const text = withoutTags(html).replace(/&(#x?[\da-f]+|\w+);/gi, decoded)
  return text
    .split('\n')
    .map(withoutBlanksAtEnd)
    .filter((line) => line !== '')
    .join('\n')
    .trim()
}

const DROPPED = new Set(MARKUP_DROPPED)
/** What ends a line when it comes, and, of the others, when it ends. */
const BREAK = 'br'
const LINES = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'div', 'blockquote', 'pre'])

function withoutTags(html: string): string {
  const kept: string[] = []
  const ends = createEnds(html)
  const tag = /<(\/?)([a-z][a-z\d]*)|<!--/iy
  let from = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', tag.lastIndex || open + 1)) {
    tag.lastIndex = open
    const found = tag.exec(html)
    if (!found) continue
    const [, slash, name = ''] = found
    const lower = name.toLowerCase()
    const end =
      name === ''
        ? ends.after('-->', open)
        : (slash === '' && DROPPED.has(lower) && ends.ofElement(lower, open)) || ends.after('>', open)
    // Without an end it is text, such as `a<b`.
    if (!end) {
      tag.lastIndex = open + 1
      continue
    }
    kept.push(html.slice(from, open))
    if (slash === '' ? lower === BREAK : LINES.has(lower)) kept.push('\n')
    from = end
    tag.lastIndex = end
  }
  return kept.join('') + html.slice(from)
}

/** Finds ends, and does not look again for what has no end any more: so all searches together pass over the text a few times. */
function createEnds(html: string) {
  const missing = new Set<string>()
  const found = (name: string, end: number): number | undefined => {
    if (end > 0) return end
    missing.add(name)
    return undefined
  }
  return {
    /** Where this sign has passed. */
    after(sign: string, from: number): number | undefined {
      if (missing.has(sign)) return undefined
      const at = html.indexOf(sign, from)
      return found(sign, at < 0 ? 0 : at + sign.length)
    },
    /** Where this element has ended. */
    ofElement(name: string, from: number): number | undefined {
      if (missing.has(name)) return undefined
      const closing = new RegExp(`</${name}\\s*>`, 'gi')
      closing.lastIndex = from
      return found(name, closing.test(html) ? closing.lastIndex : 0)
    },
  }
}

const BLANKS = new Set([' ', '\t', '\u00a0'])

function withoutBlanksAtEnd(line: string): string {
  let end = line.length
  while (BLANKS.has(line[end - 1] ?? '')) end -= 1
  return line.slice(0, end)
}

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
