import { lazy } from 'react'

const WidgetGallery = lazy(async () => ({ default: (await import('../../designer')).WidgetGallery }))

export function GalleryNode() {
  return <WidgetGallery />
}
