import { useLoaded } from './use-loaded'
import { type ViewerProps, Waiting } from './viewer'

/** A text as it stands, in UTF-8 or the older Chinese encoding. */
export function TextViewer({ shown, host, bytes }: ViewerProps) {
  const text = useLoaded(async () => decode(await (await bytes()).arrayBuffer()), shown)
  if (text === null) return <Waiting host={host} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <pre className="loam-preview-text" tabIndex={0}>
      {text}
    </pre>
  )
}

export function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
