import './number-input.css'
import { IconExclamationCircle } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { AMOUNT_OVERFLOW, chineseAmount } from '@runtime/widget/number-format'

/** The amount in Chinese capitals under a number; says so where it is too large to be written. */
export function Amount({ value, host }: { readonly value: unknown; readonly host: Pick<Host, 'text'> }) {
  const amount = chineseAmount(value)
  if (amount === '') return null
  if (amount === AMOUNT_OVERFLOW)
    return (
      <div className="loam-amount loam-amount-overflow">
        <IconExclamationCircle />
        {host.text('@widgets.amountOverflow')}
      </div>
    )
  return (
    <div className="loam-amount" lang="zh">
      {amount}
    </div>
  )
}
