import type { SelectProps } from '@arco-design/web-react'
import { SearchedSelect } from '@renderers/searched-select'
import { useEffect, useRef } from 'react'

/** The list of projects, open from the start: it comes because somebody has reached for it. */
export function ProjectSelect(props: SelectProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('[role="combobox"], input')?.focus()
  }, [])
  return (
    <div ref={place} style={{ display: 'contents' }}>
      <SearchedSelect defaultPopupVisible {...props} />
    </div>
  )
}
