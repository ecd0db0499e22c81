import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses of this machine, of networks that are not public, and of none at all. */
const PRIVATE = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
])
  addRange(PRIVATE, range)

/** Whether an address is this machine's or of a network that is not public; false for what is no address. */
export function isPrivateAddress(address: string): boolean {
  return isIP(bareOf(address)) !== 0 && contains(PRIVATE, address)
}

/** A host, or an address behind it, that is not on the list. */
export class HostRefused extends Error {
  readonly host: string
  constructor(host: string) {
    super(`The host ${host} is not allowed`)
    this.name = 'HostRefused'
    this.host = host
  }
}

/** Which hosts HTTP interfaces may reach. */
export interface AllowedHosts {
  /** @throws HostRefused */
  demand(url: URL): void
  /**
   * Resolves a name for a connection and refuses private addresses. The connection is made to the very address that
   * was judged, so that a name cannot mean another one a moment later.
   */
  readonly lookup: LookupFunction
}

/**
 * Reads `LOAM_HTTP_HOSTS`: names (`api.example.com`, `*.example.com`), addresses and ranges (`10.1.0.0/16`). A private
 * address is reached only when it is listed itself, also where a listed name leads to it. None listed: none allowed.
 */
export function allowedHosts(entries: readonly string[]): AllowedHosts {
  const names: string[] = []
  const addresses = new BlockList()
  for (const entry of entries.map((text) => text.trim().toLowerCase()).filter((text) => text !== '')) {
    if (isIP(entry.split('/')[0] ?? '')) addRange(addresses, entry)
    else names.push(entry)
  }
  const isListed = (address: string) => contains(addresses, address)
  return {
    demand({ protocol, hostname, host }) {
      const name = hostname.replace(/^\[|\]$/g, '').toLowerCase()
      const isKnown = isIP(name) ? isListed(name) : names.some((pattern) => matches(pattern, name))
      if (!isKnown || !/^https?:$/.test(protocol)) throw new HostRefused(host)
    },
    lookup(hostname, options, answer) {
      lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error) return answer(error, [])
        const stranger = found.find(({ address }) => contains(PRIVATE, address) && !isListed(address))
        if (stranger) return answer(new HostRefused(`${hostname} (${stranger.address})`), [])
        const [first] = found
        if (options.all || !first) return answer(null, found)
        answer(null, first.address, first.family)
      })
    },
  }
}

function matches(pattern: string, name: string): boolean {
  return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern
}

/** An IPv4 address may come dressed as an IPv6 one. */
function bareOf(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function contains(list: BlockList, address: string): boolean {
  const bare = bareOf(address)
  return list.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4')
}

function addRange(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}
