import { isRecord } from './json'

/** What of a kind stands in the way of what a call was asked for (`data.obstacles` of its refusal). */
export interface Obstacle {
  /** What it is, in the person's language. */
  readonly kind: string
  readonly count: number
  /** The first of them, each with the address of the page where it can be mended, if that is open to the person. */
  readonly named: readonly { readonly name: string; readonly path?: string }[]
}

/** The obstacles that a refusal tells of; none where it tells of something else. */
export function obstaclesIn(data: unknown): readonly Obstacle[] {
  const list = isRecord(data) ? data['obstacles'] : undefined
  return Array.isArray(list) ? list.filter(isObstacle) : []
}

function isObstacle(value: unknown): value is Obstacle {
  return (
    isRecord(value) &&
    typeof value['kind'] === 'string' &&
    typeof value['count'] === 'number' &&
    Array.isArray(value['named']) &&
    value['named'].every((one) => isRecord(one) && typeof one['name'] === 'string' && isPath(one['path']))
  )
}

/** An address within the product, or none. */
const isPath = (path: unknown): boolean =>
  path === undefined || (typeof path === 'string' && /^\/(?!\/)/.test(path))
