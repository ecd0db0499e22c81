export { StaleLine, type Staleness } from './stale-line'
export { type Answered, type AnswerOptions, useAnswer } from './use-answer'
export { type QueryResult, useQuery } from './use-query'
