export { StaleLine, type Staleness } from './stale-line'
export { type CallQuery, type QueryOptions, type QueryResult, useQuery } from './use-query'
