import { HeadingLevel } from '@widgets/shared/heading'
import { type ReactNode, useId } from 'react'

/** One side of a sample, under its name. */
export function Face({
  title,
  extra,
  children,
}: {
  readonly title: string
  readonly extra?: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className="loam-sample-face" aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {extra}
      </header>
      <HeadingLevel value={4}>{children}</HeadingLevel>
    </section>
  )
}

/** Characters of JSON that are shown; a person reads no further. */
const MOST_SHOWN = 8000

/** A value as JSON. */
export function Code({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="loam-sample-code" tabIndex={0} aria-label={label}>
      <pre>{text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}</pre>
    </section>
  )
}
