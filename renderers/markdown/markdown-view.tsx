import { showImages } from '@widgets/rich-text/sanitise'
import { useEffect, useMemo, useRef } from 'react'
import { useHost } from '../host'
import { htmlOf } from './html-of'
import './markdown.css'

/** A text in Markdown for reading. */
export function MarkdownView({ text }: { readonly text: string }) {
  const host = useHost()
  const place = useRef<HTMLDivElement>(null)
  const html = useMemo(() => htmlOf(text), [text])
  useEffect(() => {
    if (!place.current) return
    // It is clean; React's own way would draw it again, and lose the images, whenever the page is drawn.
    place.current.innerHTML = html
    // What scrolls has to be reached by the keyboard.
    for (const wide of place.current.querySelectorAll<HTMLElement>('pre, table')) wide.tabIndex = 0
    showImages(place.current, host.files?.read)
  }, [html, host])
  return <div ref={place} className="loam-markdown" />
}
