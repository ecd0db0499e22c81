import { Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Spin/style/css.js'
import { compileList, listOf } from '@runtime/list/compile-list'
import type { ListWords } from '@runtime/list/document'
import type { ListPlan } from '@runtime/list/plan'
import { compileNode } from '@runtime/page'
import type { WidgetCatalogue } from '@runtime/widget/definition'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useCallback } from 'react'
import { compileFailure } from '../compile-failure'
import { useNodeContext, usePageReads } from '../context'
import { useDocument } from '../documents'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { NOTHING, readsOfList, readsOfSource } from '../reads'
import { useLast } from '../use-last'
import { DrawnList } from './drawn-list'
import { useCompiledByFew } from './use-compiled-by-few'

const Problems = lazy(async () => (await import('../problems')).Problems)
const GivenColumns = lazy(async () => (await import('./given-columns')).GivenColumns)
const InlineList = lazy(async () => (await import('./inline-list')).InlineList)

/** A list, of a document or of the page's own words, over a source of the page. */
export function ListNode({ node }: NodeProps<'list'>) {
  const { ref, columns } = node
  if (columns) return <OwnList node={node} words={{ ...node, columns }} />
  return <DocumentList node={node} file={String(ref)} />
}

function OwnList({ node, words }: NodeProps<'list'> & { readonly words: ListWords }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are the node's own.
  const compile = useCallback(
    (catalogue: WidgetCatalogue) => listOf(words, { id: node.source, catalogue }),
    [node],
  )
  const plan = useCompiledByFew(compile)
  if (!plan) return <Spin className="loam-wait" delay={200} />
  return <CompiledList node={node} plan={plan} />
}

function DocumentList({ node, file }: NodeProps<'list'> & { readonly file: string }) {
  const { current, retry } = useDocument(file)
  const compile = useCallback(
    (catalogue: WidgetCatalogue) => {
      if (current.state !== 'ready') return null
      if (current.document.content === null) return { problems: current.document.problems }
      try {
        return { plan: compileList(current.document.content, { id: file, catalogue, node: compileNode }) }
      } catch (error) {
        const failure = compileFailure(file, error, retry)
        return failure.state === 'broken' ? { problems: failure.problems } : { failure }
      }
    },
    [current, file, retry],
  )
  const compiled = useCompiledByFew(compile)
  const last = useLast(compiled?.plan ?? null)
  if (current.state === 'failed') return <ErrorNote message={current.message} retry={retry} />
  if (!compiled) return <Spin className="loam-wait" delay={200} />
  if (compiled.failure) return <ErrorNote message={compiled.failure.message} retry={compiled.failure.retry} />
  return (
    <>
      {compiled.problems && (
        <LazyFallback shown={null}>
          <Problems problems={compiled.problems} />
        </LazyFallback>
      )}
      {last && <CompiledList node={node} plan={last} />}
    </>
  )
}

function CompiledList({ node, plan }: NodeProps<'list'> & { readonly plan: ListPlan }) {
  const { screen } = useNodeContext()
  const source = screen.sources.planOf(node.source)
  usePageReads(screen, readsOfList(plan))
  usePageReads(screen, source ? readsOfSource(source) : NOTHING)
  if (!plan.columnsFrom) return <PlannedList node={node} plan={plan} />
  return (
    <LazyFallback shown={<Spin className="loam-wait" delay={200} />}>
      <GivenColumns plan={plan} columns={plan.columnsFrom}>
        {(whole) => <PlannedList node={node} plan={whole} />}
      </GivenColumns>
    </LazyFallback>
  )
}

/** The list of a plan that has its columns. */
function PlannedList({ node, plan }: NodeProps<'list'> & { readonly plan: ListPlan }) {
  if (plan.kind !== 'inline') return <DrawnList node={node} plan={plan} edits={null} />
  return (
    <LazyFallback shown={<Spin className="loam-wait" delay={200} />}>
      <InlineList node={node} plan={plan} />
    </LazyFallback>
  )
}
