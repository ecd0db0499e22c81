import { lookup } from 'node:dns'
import { lookup as lookUp } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { addRange, contains, PRIVATE } from '../http/addresses'

/** A host, or an address behind it, that is not on the list. */
export class HostRefused extends Error {
  readonly host: string
  constructor(host: string) {
    super(`The host ${host} is not allowed`)
    this.name = 'HostRefused'
    this.host = host
  }
}

/** Which hosts the server may reach on behalf of what people have configured. */
export interface AllowedHosts {
  /** @throws HostRefused */
  demand(url: URL): void
  /**
   * Resolves a name for a connection and refuses private addresses. The connection is made to the very address that
   * was validated, so that a name cannot mean another one a moment later.
   */
  readonly lookup: LookupFunction
  /**
   * The address of a host that needs no listing, since nothing of its answers is shown but why it refused: a mail server.
   * A private address is reached only when it is listed. @throws HostRefused
   */
  addressOf(host: string): Promise<string>
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
    async addressOf(host) {
      const found = await lookUp(host, { all: true })
      const stranger = found.find(({ address }) => contains(PRIVATE, address) && !isListed(address))
      if (stranger) throw new HostRefused(`${host} (${stranger.address})`)
      return found[0]?.address ?? host
    },
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
