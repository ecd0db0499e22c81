/** A piece of HTML; the pieces of a text, one behind the other, are the text. */
export type Token =
  | { readonly kind: 'text' | 'comment'; readonly raw: string }
  /** `name` is in small letters; `isEmpty`: it has no content and no end tag. */
  | { readonly kind: 'open'; readonly raw: string; readonly name: string; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly raw: string; readonly name: string }

const TAG = /<\/?[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/iy
const NAME = /^<(\/?)([^\s/>]+)/
const COMMENT = /<!--[\s\S]*?-->|<[!?][^>]*>/y
const EMPTY = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])

/** Cuts HTML into tags and what stands between them. A tag that never ends is, with all behind it, a comment: nothing is shown of it. */
export function tokensOf(html: string): readonly Token[] {
  const tokens: Token[] = []
  let from = 0
  const endText = (at: number) => {
    if (at > from) tokens.push({ kind: 'text', raw: html.slice(from, at) })
  }
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const token = tagAt(html, at)
    if (token === null) {
      at++
      continue
    }
    endText(at)
    tokens.push(token)
    at += token.raw.length
    from = at
  }
  endText(html.length)
  return tokens
}

/** Null: the sign stands for itself. */
function tagAt(html: string, at: number): Token | null {
  if (!/[a-z/!?]/i.test(html.charAt(at + 1))) return null
  TAG.lastIndex = at
  const [raw] = TAG.exec(html) ?? []
  if (raw !== undefined) {
    const [, slash, word = ''] = NAME.exec(raw) ?? []
    const name = word.toLowerCase()
    return slash === '/'
      ? { kind: 'close', raw, name }
      : { kind: 'open', raw, name, isEmpty: EMPTY.has(name) }
  }
  COMMENT.lastIndex = at
  const [comment] = COMMENT.exec(html) ?? []
  return { kind: 'comment', raw: comment ?? html.slice(at) }
}
