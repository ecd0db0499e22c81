import { METRICS } from '@runtime/field/kinds'

/** Codes of the metrics that are directions: they are summed up by unit vectors, east (sine) and north (cosine). */
export const DIRECTION_CODES: readonly number[] = METRICS.flatMap(({ aggregate, code }) =>
  aggregate === 'direction' ? [code] : [],
)
