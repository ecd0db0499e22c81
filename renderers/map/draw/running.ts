import { LEAST_FLOW } from '@runtime/field/rotation'
import type { Highlight } from '../store/snapshot'

/**
 * Whether water runs in a marked pipe: by the state of its group's run, which the server works out of the reports. A meter of the
 * pipe's own that measures nothing is believed before that.
 */
export const carriesWater = ({ hasWater, measuredFlow }: Highlight): boolean =>
  hasWater === true && !(typeof measuredFlow === 'number' && measuredFlow < LEAST_FLOW)
