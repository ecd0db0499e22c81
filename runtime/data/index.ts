export { type CallRules, createDataCache, type DataCacheOptions } from './cache'
export type { Answer, DataCache, DataQuery, ReadOptions, Watch, WatchOptions } from './data'
export { dataOf } from './of-host'
