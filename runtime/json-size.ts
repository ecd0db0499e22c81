/**
 * Bytes of a value's JSON text in UTF-8, without making the text; the signs that JSON escapes count as what they stand for. Counting
 * ends soon after `most`, so that what is far too large costs no more than what is just too large.
 */
export function jsonBytes(value: unknown, most = Number.POSITIVE_INFINITY): number {
  let bytes = 0
  const rest: unknown[] = [value]
  while (rest.length > 0 && bytes <= most) {
    const part = rest.pop()
    if (typeof part === 'string') bytes += 2 + textBytes(part, most - bytes)
    else if (Array.isArray(part)) {
      bytes += 1 + Math.max(1, part.length)
      // More elements than bytes are left are too many, whatever they are.
      if (bytes <= most) for (const item of part) rest.push(item)
    } else if (typeof part === 'object' && part !== null) {
      let members = 0
      for (const name in part) {
        const member = (part as Record<string, unknown>)[name]
        if (member === undefined) continue
        members += 1
        bytes += 3 + textBytes(name, most - bytes)
        rest.push(member)
      }
      bytes += 1 + Math.max(1, members)
    } else bytes += String(part).length
  }
  return bytes
}

/** Bytes of text in UTF-8; counting ends soon after `most`. */
export function textBytes(text: string, most = Number.POSITIVE_INFINITY): number {
  if (text.length > most) return text.length
  let bytes = text.length
  for (let at = 0; at < text.length && bytes <= most; at++) {
    const code = text.charCodeAt(at)
    // A pair of surrogates, four bytes, counts two for each half.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}
