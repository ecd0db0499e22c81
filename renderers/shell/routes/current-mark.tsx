import { Icon } from '@renderers/icon'

/** Says which of several is the current one, by a sign and a word. */
export function CurrentMark({ text }: { readonly text: string }) {
  return (
    <span className="loam-route-current">
      <Icon name="Check" />
      {text}
    </span>
  )
}
