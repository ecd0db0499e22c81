import './code-editor.css'

/** Code to be read; what scrolls is reached by the keyboard. */
export function CodeText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="loam-code-read" tabIndex={0} aria-label={label}>
      {text}
    </section>
  )
}
