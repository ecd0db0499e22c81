import type { DocumentProblem } from '@runtime/document'
import { compileForm } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import { catalogue } from '@widgets/definitions'
import { useMemo } from 'react'
import { compileFailure } from './compile-failure'
import { useDocument } from './documents'
import { useLast } from './use-last'

export type FormDocument =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly plan: FormPlan }
  | {
      readonly state: 'broken'
      readonly problems: readonly DocumentProblem[]
      /** The last sound plan: what was typed stays while the file is being put right. */
      readonly last?: FormPlan
    }
  | { readonly state: 'failed'; readonly message: string; readonly retry: () => void }

/** A form document compiled, following its file. */
export function useFormDocument(file: string): FormDocument {
  const { current, retry } = useDocument(file)
  const now = useMemo((): FormDocument => {
    if (current.state === 'loading') return current
    if (current.state === 'failed') return { ...current, retry }
    const { problems, content } = current.document
    if (content === null) return { state: 'broken', problems }
    try {
      return { state: 'ready', plan: compileForm(content, { id: file, catalogue, file }) }
    } catch (error) {
      return compileFailure(file, error, retry)
    }
  }, [current, file, retry])
  const last = useLast(now.state === 'ready' ? now.plan : null)
  return useMemo(() => (now.state === 'broken' && last ? { ...now, last } : now), [now, last])
}
