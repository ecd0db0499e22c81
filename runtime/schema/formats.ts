/** Days of a month, February's of a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!parts) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0)
  return day >= 1 && day <= days
}

/** A time with its zone (RFC 3339 §5.6). A leap second is the last of a day in UTC. */
function isTime(text: string): boolean {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text)
  if (!parts) return false
  const [hour, minute, second] = parts.slice(1, 4).map(Number) as [number, number, number]
  const [zoneHour, zoneMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)]
  if (hour > 23 || minute > 59 || zoneHour > 23 || zoneMinute > 59) return false
  if (second < 60) return true
  const shift = (zoneHour * 60 + zoneMinute) * (parts[4] === '-' ? -1 : 1)
  return second === 60 && (hour * 60 + minute - shift + 2 * 1440) % 1440 === 1439
}

function isDateTime(text: string): boolean {
  const [date = '', time = '', ...more] = text.split(/[t ]/i)
  return more.length === 0 && !text.includes(' ') && isDate(date) && isTime(time)
}

/** ISO 8601 as RFC 3339 appendix A has it: weeks alone, or parts in their order without a gap. */
function isDuration(text: string): boolean {
  const date = '(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)'
  const time = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)'
  return new RegExp(`^P(?:\\d+W|${date}(?:${time})?|${time})$`).test(text)
}

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
}

function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const groups = [...head, ...tail]
  const last = groups.at(-1) ?? ''
  const isMixed = last.includes('.')
  if (isMixed && (!isIpv4(last) || (halves.length === 2 && tail.length === 0))) return false
  const hex = isMixed ? groups.slice(0, -1) : groups
  if (!hex.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false
  const size = hex.length + (isMixed ? 2 : 0)
  return halves.length === 2 ? size < 8 : size === 8
}

/** A host's name (RFC 1123): labels of letters, digits and hyphens that stand inside. */
function isHostname(text: string): boolean {
  if (text.length > 253 || text === '') return false
  return text.split('.').every((label) => label.length <= 63 && /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label))
}

/** A mailbox (RFC 5321): a name of atoms or in quotation marks, at a host or an address in brackets. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1) return false
  const name = text.slice(0, at)
  const host = text.slice(at + 1)
  const isName =
    /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(name) || /^"(?:[^"\\]|\\.)*"$/.test(name)
  return isName && (isAddressInBrackets(host) || isHostname(host))
}

function isAddressInBrackets(host: string): boolean {
  if (!host.startsWith('[') || !host.endsWith(']')) return false
  const inside = host.slice(1, -1)
  return inside.startsWith('IPv6:') ? isIpv6(inside.slice(5)) : isIpv4(inside)
}

const ESCAPED = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i

function isUriReference(text: string): boolean {
  if (!ESCAPED.test(text)) return false
  const { scheme, authority, path, fragment } = partsOf(text)
  if (scheme !== undefined && !/^[a-z][a-z\d+.-]*:$/i.test(scheme)) return false
  if (/[[\]]/.test(path) || /[#[\]]/.test(fragment)) return false
  return authority === undefined || isAuthority(authority)
}

/** The parts of a reference (RFC 3986, appendix B), one cut after the other: a pattern for all of them takes its time squared. */
function partsOf(text: string) {
  const [whole = '', fragment = ''] = cut(text, '#')
  const [before = ''] = cut(whole, '?')
  const end = before.search(/[:/]/)
  const scheme = before[end] === ':' ? before.slice(0, end + 1) : undefined
  const rest = before.slice(scheme?.length ?? 0)
  if (!rest.startsWith('//')) return { scheme, authority: undefined, path: rest, fragment }
  const [authority = '', path] = cut(rest.slice(2), '/')
  return { scheme, authority, path: path === undefined ? '' : `/${path}`, fragment }
}

/** What stands before and after the first of a mark; nothing after where it is not there. */
function cut(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function isAuthority(authority: string): boolean {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const user = authority.slice(0, Math.max(0, authority.length - host.length - 1))
  if (/[[\]@]/.test(user)) return false
  const [, bracketed, name = ''] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::\d*)?$/.exec(host) ?? []
  if (bracketed !== undefined)
    return isIpv6(bracketed) || /^v[\da-f]+\.[\w.~:!$&'()*+,;=-]+$/i.test(bracketed)
  return name !== '' || host === '' || /^:\d*$/.test(host)
}

function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(text) && isUriReference(text)
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/

/** What is validated where formats are asserted (RFC 3339, 5321, 3986, 6901, 9562); any other format is an annotation. */
export const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map<
  string,
  (text: string) => boolean
>([
  ['date', isDate],
  ['time', isTime],
  ['date-time', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['uuid', (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)],
  ['regex', isPattern],
  ['json-pointer', (text) => POINTER.test(text)],
  ['relative-json-pointer', (text) => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text)],
  ['color', (text) => /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text)],
  ['data-url', (text) => /^data:[^,]*,/i.test(text)],
])
