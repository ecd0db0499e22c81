import { Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Spin/style/css.js'
import { compilePage } from '@runtime/page'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useMemo } from 'react'
import { useDocument } from './documents'
import { ErrorNote } from './error-note'
import { type Drawings, DrawingsContext } from './node'
import { type AloneDialog, OpenPage } from './open-page'
import { useLast } from './use-last'

const Problems = lazy(async () => (await import('./problems')).Problems)

export interface PageViewProps {
  /** Path below `schemas/`: `pages/system/dictionary.page.json`. */
  readonly file: string
  /** Path in the address bar: `/system/dictionary`. */
  readonly route: string
  /** One of its dialogs is opened, and nothing else of it drawn. */
  readonly alone?: AloneDialog
}

/** Draws a page document by the drawings that are given, and follows its file: what was chosen and typed stays when it changes. */
export function DocumentPage({
  file,
  route,
  alone,
  drawings,
}: PageViewProps & { readonly drawings: Drawings }) {
  const { current, retry } = useDocument(file)
  const compiled = useMemo(
    () =>
      current.state === 'ready' && current.document.content !== null
        ? compilePage(current.document.content, { file })
        : null,
    [current, file],
  )
  const plan = useLast(compiled)
  if (current.state === 'failed') return <ErrorNote message={current.message} retry={retry} />
  const problems =
    current.state === 'ready' && current.document.content === null ? current.document.problems : []
  return (
    <>
      {problems.length > 0 && (
        <LazyFallback shown={null}>
          <Problems problems={problems} />
        </LazyFallback>
      )}
      {plan ? (
        <DrawingsContext value={drawings}>
          <OpenPage plan={plan} route={route} {...(alone && { alone })} />
        </DrawingsContext>
      ) : (
        problems.length === 0 && <Spin className="loam-wait" delay={200} />
      )}
    </>
  )
}
