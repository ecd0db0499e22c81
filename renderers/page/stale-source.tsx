import { StaleLine } from '../data'
import { useNodeContext, useSource } from './context'
import type { SourceState } from './sources'

/** Nothing is known of a source and the asking failed: an error stands in its place. */
export function isMissing({ state, data }: SourceState): boolean {
  return state === 'failed' && data === null
}

/** Class name of what is drawn of a source while a newer answer is on its way. */
export function renewing({ state, data }: SourceState): string {
  return state === 'loading' && data !== null ? 'loam-renewing' : ''
}

/** Says of what is drawn of a source since when it stands, where it could not be fetched anew. */
export function StaleSource({ name }: { readonly name: string }) {
  const { screen } = useNodeContext()
  const { state, error, since } = useSource(screen, name)
  return (
    <StaleLine
      failure={error === '' ? null : error}
      since={since}
      isFetching={state === 'loading'}
      onRetry={() => void screen.sources.reload([name])}
    />
  )
}
