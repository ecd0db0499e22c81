import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useNodeContext } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'

const DocumentEditor = lazy(async () => (await import('../../designer')).DocumentEditor)
const KINDS = ['page', 'form', 'list'] as const

export function DesignerNode({ node: { title, kind, value, change, lines } }: NodeProps<'designer'>) {
  const { screen, scope, runner } = useNodeContext()
  const written = kind.evaluate(scope)
  const known = KINDS.find((one) => one === written)
  if (!known) return <ErrorNote message={screen.host.text('@page.designerKind', { kind: written })} />
  return (
    <LazyFallback shown={<Skeleton animation text={{ rows: 6 }} />}>
      <DocumentEditor
        kind={known}
        value={value?.evaluate(scope)}
        label={screen.text(title, scope)}
        lines={lines}
        onChange={
          change &&
          (({ text, content, problems }) =>
            void runner.run(change, { text, document: content, problems: problems.length }))
        }
      />
    </LazyFallback>
  )
}
