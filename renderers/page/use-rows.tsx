import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import type { Computed } from '@runtime/expression'
import { isRecord } from '@runtime/json'
import { type ReactNode, useMemo } from 'react'
import { useNodeContext, useSource } from './context'
import { ErrorNote } from './error-note'
import { isMissing } from './stale-source'

export type PageRow = Readonly<Record<string, unknown>>

export interface RowWords {
  readonly source?: string | undefined
  readonly rows?: Computed | undefined
}

/** The rows of a node: those of its source, or those that it says itself. What is no record is left out. */
export function useRows({ source = '', rows }: RowWords): {
  readonly rows: readonly PageRow[]
  /** What stands in their place: a wait, or what went wrong with a retry. */
  readonly instead?: ReactNode
} {
  const { screen, scope } = useNodeContext()
  const answered = useSource(screen, source)
  const { state, data, error } = answered
  const known = rows ? rows.evaluate(scope) : data
  // The same list while what it is made of is the same: what is worked out of many rows is not worked out anew.
  const shown = useMemo(() => (Array.isArray(known) ? known.filter(isRecord) : []), [known])
  if (isMissing(answered))
    return {
      rows: shown,
      instead: <ErrorNote message={error} retry={() => void screen.sources.reload([source])} />,
    }
  if (state === 'loading' && data === null)
    return { rows: shown, instead: <Skeleton animation text={{ rows: 3 }} /> }
  return { rows: shown }
}
