import { Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Spin/style/css.js'
import type { ReactNode } from 'react'
import { ErrorNote } from './error-note'
import { Problems } from './problems'
import type { FormDocument } from './use-form-document'

/** Draws what a form document's state asks for: a wait, its problems, or the form. */
export function DocumentState({
  document,
  children,
}: {
  readonly document: FormDocument
  readonly children: (plan: Extract<FormDocument, { state: 'ready' }>['plan']) => ReactNode
}) {
  if (document.state === 'loading') return <Spin className="loam-wait" delay={200} />
  if (document.state === 'failed') return <ErrorNote message={document.message} retry={document.retry} />
  const plan = document.state === 'broken' ? document.last : document.plan
  return (
    <>
      {document.state === 'broken' && <Problems problems={document.problems} />}
      {plan && children(plan)}
    </>
  )
}
