import { onUse } from '@widgets/shared/on-use'

const WidgetGallery = onUse(async () => (await import('../../designer')).WidgetGallery)

export function GalleryNode() {
  return <WidgetGallery />
}
