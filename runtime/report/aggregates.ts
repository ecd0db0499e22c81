/** What is worked out of the numbers of a place in a cross table. */
export const AGGREGATES = ['sum', 'count', 'average', 'min', 'max'] as const
export type Aggregate = (typeof AGGREGATES)[number]
