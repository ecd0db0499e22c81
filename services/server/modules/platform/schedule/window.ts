import { DAY_MS } from '@runtime/date'
import { SCHEDULE_WINDOW } from '@services/contract/areas/platform/schedule'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'

/** @throws ApiError 400 for a span that ends before it begins, or is longer than calendars are looked at */
export function demandWindow(from: number, to: number): void {
  if (to < from) throw new ApiError(CODE.badRequest, '@schedule.windowBackwards')
  if (to - from > SCHEDULE_WINDOW.days * DAY_MS)
    throw new ApiError(CODE.badRequest, '@schedule.windowTooLong', { params: { days: SCHEDULE_WINDOW.days } })
}
