import { compileProblems } from '@runtime/document/compile-problems'
import { sentenceOf } from '@runtime/document/problem'
import type { NodePlan } from '@runtime/page'
import { Component, type ReactNode } from 'react'
import { useHost } from '../host'
import { ErrorNote } from './error-note'

interface Props {
  readonly node: NodePlan
  readonly children: ReactNode
}

interface State {
  readonly error: Error | null
  readonly node: NodePlan
}

/** Keeps a failure of one node to its place; a changed document is a new chance. */
export class NodeBoundary extends Component<Props, State> {
  override state: State = { error: null, node: this.props.node }

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.node === state.node ? null : { node: props.node, error: null }
  }

  override render() {
    return this.state.error ? <Failure error={this.state.error} /> : this.props.children
  }
}

/** What failed in words: what a compiler found is said as the problems of a document are. */
function Failure({ error }: { readonly error: Error }) {
  const host = useHost()
  const sentences = compileProblems(error)?.map((problem) => sentenceOf(problem, host.text))
  return <ErrorNote message={sentences?.join(' ') ?? error.message} />
}
