const NUMBER = /^-?\d+(?:\.\d+)?$/

/** A value as it stands in an address: text as it is, what is no text and what would be read as something else as JSON. */
export function tokenOf(value: unknown): string {
  return typeof value === 'string' && readToken(value) === value ? value : JSON.stringify(value)
}

/** The value of such a text. A number too long for one, as ids are, is text. */
export function readToken(text: string): unknown {
  if (NUMBER.test(text)) return String(Number(text)) === text ? Number(text) : text
  if (!/^["[{]|^(?:true|false|null)$/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Several values, or both ends of a range: `1,2`, `,20`. */
export function listToken(values: readonly unknown[]): string {
  const tokens = values.map((value) => (value === null || value === undefined ? '' : tokenOf(value)))
  const isPlain =
    tokens.length > 1 || (tokens[0] ?? '') !== ''
      ? values.every((value, index) => typeof value !== 'object' || tokens[index] === '')
      : false
  const isReadBack = isPlain && tokens.every((token) => !token.includes(',')) && !values.includes('')
  return isReadBack ? tokens.join(',') : JSON.stringify(values)
}

/** The values of such a text. */
export function readListToken(text: string): readonly unknown[] {
  const whole = text.startsWith('[') ? readToken(text) : null
  if (Array.isArray(whole)) return whole
  return text.split(',').map((one) => (one === '' ? null : readToken(one)))
}

/** The query of an address, with the marks left readable that mean nothing in it. */
export function queryText(query: URLSearchParams): string {
  const text = query.toString()
  return text === ''
    ? ''
    : `?${text.replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%21/g, '!').replace(/%3B/g, ';')}`
}
