/** A comment as it was written, the names that it mentions marked. */
export function CommentText({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  return (
    <p className="loam-comment-text">
      {partsOf(text, names).map((part) =>
        part.isName ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
      )}
    </p>
  )
}

interface Part {
  readonly at: number
  readonly text: string
  readonly isName: boolean
}

function partsOf(text: string, names: readonly string[]): readonly Part[] {
  // The longest first: one name may begin another.
  const marks = names.map((name) => `@${name}`).sort((one, other) => other.length - one.length)
  const parts: Part[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const mark = marks.find((one) => text.startsWith(one, at))
    if (mark === undefined) continue
    if (at > from) parts.push({ at: from, text: text.slice(from, at), isName: false })
    parts.push({ at, text: mark, isName: true })
    from = at + mark.length
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from), isName: false })
  return parts
}
