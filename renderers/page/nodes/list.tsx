import { Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Spin/style/css.js'
import type { Scope } from '@runtime/expression'
import { columnsGiven, compileList, ListError, type ListWords, listOf } from '@runtime/list'
import type { ListPlan } from '@runtime/list/plan'
import { compileNode } from '@runtime/page'
import type { Text } from '@runtime/text'
import { catalogue } from '@widgets/definitions'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useMemo } from 'react'
import { useNodeContext, usePageReads } from '../context'
import { useDocument } from '../documents'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { Problems } from '../problems'
import { NOTHING, readsOfList, readsOfSource } from '../reads'
import { compileFailure } from '../use-form-document'
import { useLast } from '../use-last'
import { DrawnList } from './drawn-list'

const InlineList = lazy(async () => (await import('./inline-list')).InlineList)

/** A list, of a document or of the page's own words, over a source of the page. */
export function ListNode({ node }: NodeProps<'list'>) {
  const { ref, columns } = node
  if (columns) return <OwnList node={node} words={{ ...node, columns }} />
  return <DocumentList node={node} file={String(ref)} />
}

function OwnList({ node, words }: NodeProps<'list'> & { readonly words: ListWords }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are the node's own.
  const plan = useMemo(() => listOf(words, { id: node.source, catalogue }), [node])
  return <CompiledList node={node} plan={plan} />
}

function DocumentList({ node, file }: NodeProps<'list'> & { readonly file: string }) {
  const { current, retry } = useDocument(file)
  const compiled = useMemo(() => {
    if (current.state !== 'ready') return null
    if (current.document.content === null) return { problems: current.document.problems }
    try {
      return { plan: compileList(current.document.content, { id: file, catalogue, node: compileNode }) }
    } catch (error) {
      const failure = compileFailure(file, error, retry)
      return failure.state === 'broken' ? { problems: failure.problems } : { failure }
    }
  }, [current, file, retry])
  const last = useLast(compiled?.plan ?? null)
  if (current.state === 'failed') return <ErrorNote message={current.message} retry={retry} />
  if (!compiled) return <Spin className="loam-wait" delay={200} />
  if (compiled.failure) return <ErrorNote message={compiled.failure.message} retry={compiled.failure.retry} />
  return (
    <>
      {compiled.problems && <Problems problems={compiled.problems} />}
      {last && <CompiledList node={node} plan={last} />}
    </>
  )
}

function CompiledList({ node, plan: compiled }: NodeProps<'list'> & { readonly plan: ListPlan }) {
  const { screen, scope } = useNodeContext()
  const source = screen.sources.planOf(node.source)
  usePageReads(screen, readsOfList(compiled))
  usePageReads(screen, source ? readsOfSource(source) : NOTHING)
  const { plan, problem } = useColumns(compiled, scope)
  if (problem) return <ErrorNote message={screen.host.text(problem)} />
  if (plan.kind === 'inline') {
    return (
      <LazyFallback shown={<Spin className="loam-wait" delay={200} />}>
        <InlineList node={node} plan={plan} />
      </LazyFallback>
    )
  }
  return <DrawnList node={node} plan={plan} edits={null} />
}

/** The plan with the columns that a place of the page gives; another plan only when they read otherwise. */
function useColumns(
  plan: ListPlan,
  scope: Scope,
): { readonly plan: ListPlan; readonly problem: Text | null } {
  const text = JSON.stringify(plan.columnsFrom?.evaluate(scope) ?? null)
  return useMemo(() => {
    if (!plan.columnsFrom) return { plan, problem: null }
    try {
      const columns = columnsGiven(JSON.parse(text) ?? [], catalogue)
      return { plan: { ...plan, columns }, problem: null }
    } catch (error) {
      return { plan, problem: error instanceof ListError ? error.text : '@list.noColumns' }
    }
  }, [plan, text])
}
