import { BlockList, isIP } from 'node:net'

/** Addresses of this machine, of networks that are not public, and of none at all. */
export const PRIVATE = new BlockList()
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

/** An IPv4 address may come dressed as an IPv6 one. */
function bareOf(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Whether an address, of either version, stands on a list. */
export function contains(list: BlockList, address: string): boolean {
  const bare = bareOf(address)
  return list.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4')
}

/** Puts an address, or a range (`10.1.0.0/16`), onto a list. */
export function addRange(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}
