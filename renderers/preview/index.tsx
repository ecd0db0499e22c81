import { createRoot } from 'react-dom/client'
import { Preview, type PreviewProps } from './preview'

/** Shows files over the whole screen until they are closed. */
export function openPreview(props: Omit<PreviewProps, 'onClose'>): void {
  const place = document.body.appendChild(document.createElement('div'))
  // A file that cannot be read is said on the screen.
  const root = createRoot(place, { onCaughtError: () => undefined })
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<Preview {...props} onClose={close} />)
}
