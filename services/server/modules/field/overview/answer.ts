import type { overviewCalls } from '@services/contract/areas/field/overview'
import type { ResponseOf } from '@services/contract/call'

/** What the start is told of all farms. */
export type Farms = ResponseOf<(typeof overviewCalls)['fieldOverview.farms']>
/** What it is told of one. */
export type Overview = ResponseOf<(typeof overviewCalls)['fieldOverview.get']>
