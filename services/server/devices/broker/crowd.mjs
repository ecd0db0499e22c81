// How many connections there may be: in all, from one address, and of those who have not said who they are.

/**
 * @typedef {object} Place
 * @property {() => void} known it has signed in
 * @property {() => void} left
 */

/** One address, or one network of IPv6 (/64), which a household has all of. @param {string} address */
export function originOf(address) {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [front = '', back] = plain.split('%')[0]?.split('::') ?? []
  const first = front.split(':').filter(Boolean)
  const last = back === undefined ? [] : back.split(':').filter(Boolean)
  const zeros = back === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4).join(':')
}

/** @param {import('@services/server/limits').BrokerLimits} limits */
export function createCrowd(limits) {
  const all = { count: 0, strangers: 0 }
  /** @type {Map<string, { count: number, strangers: number }>} */
  const origins = new Map()
  /**
   * A place for a connection; null where there is none.
   * @param {string} address
   * @returns {Place | null}
   */
  return (address) => {
    const origin = originOf(address)
    const here = origins.get(origin) ?? { count: 0, strangers: 0 }
    if (
      all.count >= limits.connections ||
      all.strangers >= limits.strangers ||
      here.count >= limits.connectionsByAddress ||
      here.strangers >= limits.strangersByAddress
    )
      return null
    origins.set(origin, here)
    for (const counted of [all, here]) {
      counted.count += 1
      counted.strangers += 1
    }
    let isStranger = true
    const known = () => {
      if (isStranger) for (const counted of [all, here]) counted.strangers -= 1
      isStranger = false
    }
    let isThere = true
    const left = () => {
      known()
      if (isThere) for (const counted of [all, here]) counted.count -= 1
      isThere = false
      if (here.count === 0) origins.delete(origin)
    }
    return { known, left }
  }
}
