import { Radio, type RadioGroupProps } from '@arco-design/web-react'
import '@arco-design/web-react/es/Radio/style/css.js'
import { useId, useLayoutEffect, useRef } from 'react'
import './radio-row.css'

type RadioRowProps = RadioGroupProps & { readonly 'aria-label': string }

/**
 * One of a few, chosen in a row. Arco leaves radios without a name, which makes all of a page one row for the arrow keys, and
 * passes on no name of the row itself.
 */
export function RadioRow({ 'aria-label': label, ...props }: RadioRowProps) {
  const name = useId()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.firstElementChild?.setAttribute('aria-label', label)
  }, [label])
  return (
    <div ref={place} className="loam-radio-row">
      <Radio.Group name={name} {...props} />
    </div>
  )
}
