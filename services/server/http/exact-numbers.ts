import { lostNumbers } from '@runtime/exact-numbers'
import { CODE } from '@services/contract/envelope'
import { getLocation } from 'jsonc-parser'
import { ApiError } from './errors'

/**
 * Refuses JSON text with a whole number beyond 2^53 − 1, which would be kept as another, by the name of its member. Fractions are
 * rounded as everywhere.
 * @param below path of the member whose text this is
 * @throws ApiError 400
 */
export function refuseLostNumbers(text: string, below = ''): void {
  const [lost] = lostNumbers(text, false)
  if (!lost) return
  const inside = getLocation(text, lost.at + 1).path.join('.')
  const path = [below, inside].filter((part) => part !== '').join('.')
  const params = { name: path, digits: lost.digits.slice(0, 40) }
  throw new ApiError(CODE.badRequest, '@server.numberTooLong', {
    params,
    errors: [{ path, message: '@server.numberTooLong' }],
  })
}
