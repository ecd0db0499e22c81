import './openings.css'
import { Popup } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { PageView } from '@renderers/page'
import type { OpenedPage as Opened } from '@runtime/host'
import { useMemo } from 'react'

/** CSS width of a page's dialog that names none. */
const WIDTH = '1000px'

/** A page document in a dialog, or one of its dialogs alone. */
export function OpenedPage({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }) {
  const host = useHost()
  const alone = useMemo(
    () =>
      opened.dialog === undefined ? undefined : { name: opened.dialog, with: opened.with ?? {}, onClose },
    [opened, onClose],
  )
  const file = `pages/${opened.page}.page.json`
  const route = `/${opened.page}`
  if (alone) return <PageView file={file} route={route} alone={alone} />
  return (
    <Popup
      mode="general"
      width={opened.width ?? WIDTH}
      title={host.text(opened.title)}
      visible
      onClose={onClose}
    >
      <div className="loam-opened-page">
        <PageView file={file} route={route} />
      </div>
    </Popup>
  )
}
