import { type Destination, withToken } from '@runtime/menu/destination'
import { client } from '../client'

type Outside = Extract<Destination, { kind: 'link' | 'frame' }>

/** The whole address of what stands outside the product. */
export function linkAddress(target: Pick<Outside, 'url' | 'withToken'>): string {
  return target.withToken ? withToken(target.url, client.token.get() ?? '') : target.url
}

/** Opens a window of its own, which cannot reach back into this one. */
export function followLink(target: Pick<Outside, 'url' | 'withToken'>): void {
  window.open(linkAddress(target), '_blank', 'noopener')
}
