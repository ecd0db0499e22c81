import { Select, type SelectProps } from '@arco-design/web-react'
import '@arco-design/web-react/es/Select/style/css.js'
import { type KeyboardEvent, type ReactElement, useRef } from 'react'
import { repairSelect, useAriaRepair } from './aria-repair'

/** A choice that is found by typing a part of its words. */
export function SearchedSelect(props: SelectProps) {
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairSelect)
  return (
    <div ref={place} style={{ display: 'contents' }} onKeyDownCapture={leave}>
      <Select
        showSearch
        filterOption={(typed, option) => wordsOf(option).includes(typed.trim().toLowerCase())}
        {...props}
      />
    </div>
  )
}

/** The choice hands the focus on to the field in it: the way back leads past the choice, which would hand it on again. */
function leave({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const choice = currentTarget.querySelector('.arco-select')
  if (key !== 'Tab' || !shiftKey || !choice) return
  choice.setAttribute('tabindex', '-1')
  // By then the focus has moved.
  requestAnimationFrame(() => choice.setAttribute('tabindex', '0'))
}

function wordsOf({ props }: ReactElement): string {
  return String((props as { readonly children?: unknown }).children).toLowerCase()
}
