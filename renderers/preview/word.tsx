import { isSafeLink } from '@runtime/widget/markup'
import { useEffect, useRef, useState } from 'react'
import { type ViewerProps, Waiting } from './viewer'

/** A Word document (`.docx`) in its own layout. */
export function WordViewer({ shown, host, bytes }: ViewerProps) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'waiting' | 'ready' | Error>('waiting')
  useEffect(() => {
    let isCurrent = true
    const draw = async () => {
      const [{ renderAsync }, blob] = await Promise.all([import('docx-preview'), bytes()])
      const page = document.createElement('div')
      await renderAsync(blob, page, page, {
        className: 'loam-docx',
        inWrapper: true,
        ignoreLastRenderedPageBreak: true,
        // Parts that are web pages of their own have no business here.
        renderAltChunks: false,
        // The page's policy allows pictures and fonts as data.
        useBase64URL: true,
      })
      makeHarmless(page)
      if (isCurrent) place.current?.replaceChildren(page)
    }
    draw().then(
      () => isCurrent && setState('ready'),
      (error: unknown) => isCurrent && setState(error instanceof Error ? error : new Error(String(error))),
    )
    return () => {
      isCurrent = false
    }
  }, [bytes])
  if (state instanceof Error) throw state
  return (
    <>
      {state === 'waiting' && <Waiting host={host} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section ref={place} className="loam-preview-word" tabIndex={0} aria-label={shown.name} />
    </>
  )
}

/** What a document says of links is its writer's; what they may do is ours. */
export function makeHarmless(page: HTMLElement): void {
  for (const element of page.querySelectorAll('script, iframe, object, embed, form')) element.remove()
  for (const element of page.querySelectorAll('*'))
    for (const { name } of [...element.attributes]) if (/^on/i.test(name)) element.removeAttribute(name)
  for (const link of page.querySelectorAll('a')) {
    if (!isSafeLink(link.getAttribute('href') ?? '')) link.removeAttribute('href')
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
}
