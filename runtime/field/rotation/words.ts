import type { RunShown } from './state'

/** A text's key, and what is filled in. */
export interface Words {
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
}

const MINUTE = 60_000

/**
 * What a run's line says (`design/workspace.md §1`): one thing at a time, so that nothing that ends is said to go on.
 * @param now milliseconds since 1970
 */
export function runWords({ phase, water, proved, of, endsAt, m3, target }: RunShown, now: number): Words {
  const said = (name: string, params: Words['params'] = {}) => ({ key: `@irrigation.${name}`, params })
  switch (phase) {
    case 'opening':
    case 'starting':
      return said(`now_${phase}`, { proved, of })
    case 'stopping':
      return said(water === 'none' ? 'now_stopping' : 'now_stoppingWet')
    case 'closing':
      return said(water === 'none' ? 'now_closing' : 'now_closingWet', { proved, of })
    case 'watering': {
      if (endsAt === null) return said('now_watering')
      const left = Math.max(0, Math.ceil((endsAt - now) / MINUTE))
      return left < 60
        ? said('now_minutes', { minutes: left })
        : said('now_hours', { hours: Math.floor(left / 60), minutes: String(left % 60).padStart(2, '0') })
    }
    case 'done':
      if (m3 === null) return said('now_done')
      return target === null
        ? said('now_doneVolume', { volume: Math.round(m3) })
        : said('now_doneOf', { volume: Math.round(m3), target: Math.round(target) })
    default:
      return said(`now_${phase}`)
  }
}
