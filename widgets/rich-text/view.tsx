import 'react-quill/dist/quill.core.css'
import './rich-text.css'
import type { Host } from '@runtime/host'
import { useEffect, useMemo, useRef } from 'react'
import { sanitise, showImages } from './sanitise'

/** Rich text for reading, clean whatever is stored. */
export function RichTextView({ html, host }: { readonly html: string; readonly host: Host }) {
  const place = useRef<HTMLDivElement>(null)
  const clean = useMemo(() => sanitise(html), [html])
  useEffect(() => {
    if (!place.current) return
    // The text is clean; React's own way would draw it again, and lose the images, whenever the record is drawn.
    place.current.innerHTML = clean
    showImages(place.current, host.files?.read)
  }, [clean, host])
  return <div ref={place} className="loam-rich-view ql-editor" />
}
