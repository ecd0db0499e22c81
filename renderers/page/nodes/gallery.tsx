import { lazy } from '@widgets/shared/lazy'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

const WidgetGallery = lazy(async () => (await import('../../designer')).WidgetGallery)
const LiveExample = lazy(async () => (await import('../../designer')).LiveExample)

export function GalleryNode({ node: { kind, name } }: NodeProps<'gallery'>) {
  const { scope } = useNodeContext()
  if (!kind || !name) return <WidgetGallery />
  const of = { kind: String(kind.evaluate(scope) ?? ''), name: String(name.evaluate(scope) ?? '') }
  return <LiveExample key={`${of.kind}/${of.name}`} {...of} />
}
