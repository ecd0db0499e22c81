import { BlockList, isIP } from 'node:net'
import { addRange, contains } from '../../../http/addresses'

/** Addresses that may sign in, as administrators write them. */
export interface WhiteList {
  admits(ip: string): boolean
  /** Entries that are no addresses. */
  readonly wrong: readonly string[]
}

/** Reads addresses, ranges (`10.1.0.0/16`) and `10.1.2.*`, one a line or parted by commas. */
export function readWhiteList(text: string): WhiteList {
  const list = new BlockList()
  const wrong: string[] = []
  for (const entry of text.split(/[\s,;，；]+/).filter((one) => one !== '')) {
    const range = rangeOf(entry)
    if (range === null) wrong.push(entry)
    else addRange(list, range)
  }
  return { wrong, admits: (ip) => isIP(ip.replace(/^::ffff:(?=\d+\.)/i, '')) !== 0 && contains(list, ip) }
}

/** An entry as an address or a range with its bits; null for what is none. */
function rangeOf(entry: string): string | null {
  const starred = /^(\d{1,3}(?:\.\d{1,3}){0,2})((?:\.\*){1,3})$/.exec(entry)
  if (starred) {
    const known = (starred[1] ?? '').split('.')
    const stars = (starred[2] ?? '').length / 2
    if (known.length + stars !== 4) return null
    return rangeOf(`${[...known, ...Array<string>(stars).fill('0')].join('.')}/${known.length * 8}`)
  }
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return null
  if (bits === undefined) return address
  const most = version === 6 ? 128 : 32
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? entry : null
}
