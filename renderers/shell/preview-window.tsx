import { ConfigProvider } from '@arco-design/web-react'
import { PREVIEW_CHANGED, type PreviewFrame } from '@renderers/designer/preview/preview-frame'
import { PreviewPane } from '@renderers/designer/preview/preview-pane'
import { TrialPane } from '@renderers/designer/trial/trial-pane'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { useArcoLocale } from './layout/arco-locale'
import { applyTheme } from './theme'

/** Draws the preview of a draft in a window of its own, so that it is as wide as the device that it is tried for. */
export function drawPreview(root: Element, frame: PreviewFrame): void {
  applyTheme()
  document.documentElement.lang = window.parent.document.documentElement.lang
  createRoot(root).render(<PreviewWindow frame={frame} />)
}

function PreviewWindow({ frame }: { readonly frame: PreviewFrame }) {
  const previewed = useSyncExternalStore(
    (listener) => {
      frame.addEventListener(PREVIEW_CHANGED, listener)
      return () => frame.removeEventListener(PREVIEW_CHANGED, listener)
    },
    () => frame.previewed,
  )
  const locale = useArcoLocale(previewed?.host.language ?? 'zh')
  if (!previewed || !locale) return null
  return (
    <ConfigProvider locale={locale}>
      {'trial' in previewed ? (
        <main className="loam-preview-pane" data-trial>
          <TrialPane {...previewed.trial} host={previewed.host} />
        </main>
      ) : (
        <PreviewPane {...previewed} />
      )}
    </ConfigProvider>
  )
}
