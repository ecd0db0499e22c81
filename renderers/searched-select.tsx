import { Select, type SelectProps } from '@arco-design/web-react'
import '@arco-design/web-react/es/Select/style/css.js'
import { type ReactElement, useRef } from 'react'
import { repairSelect, useAriaRepair } from './aria-repair'

/** A choice that is found by typing a part of its words. */
export function SearchedSelect(props: SelectProps) {
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairSelect)
  return (
    <div ref={place} style={{ display: 'contents' }}>
      <Select
        showSearch
        filterOption={(typed, option) => wordsOf(option).includes(typed.trim().toLowerCase())}
        {...props}
      />
    </div>
  )
}

function wordsOf({ props }: ReactElement): string {
  return String((props as { readonly children?: unknown }).children).toLowerCase()
}
