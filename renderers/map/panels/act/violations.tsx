import type { Violation } from './use-act'

/** What speaks against an act or should be known of it, each rule with its code. */
export function Violations({ list, label }: { readonly list: readonly Violation[]; readonly label: string }) {
  if (list.length === 0) return null
  return (
    <ul className="loam-act-rules" aria-label={label}>
      {list.map(({ code, level, text, deviceId }) => (
        <li key={`${code} ${deviceId} ${text}`} data-level={level}>
          <b>{code}</b> {text}
        </li>
      ))}
    </ul>
  )
}
