import type { Page } from '@runtime/print'
import { useHost } from '../../host'

/** What stands in a margin of the sheet: pressing it leads to where it is set. */
export function MarginLine({
  part,
  page,
  onOpen,
}: {
  readonly part: 'head' | 'foot'
  readonly page: Page
  readonly onOpen: () => void
}) {
  const host = useHost()
  const { left, center, right } = page[part]
  const name = host.text(`@printDesign.${part}`)
  const isBare = [left, center, right].every((text) => text === '')
  const { margins } = page
  return (
    <button
      type="button"
      className="loam-print-line"
      data-part={part}
      data-bare={isBare}
      title={host.text('@printDesign.setLine', { name })}
      style={{
        right: `${margins.right}mm`,
        left: `${margins.left}mm`,
        height: `${part === 'head' ? margins.top : margins.bottom}mm`,
      }}
      onClick={onOpen}
    >
      {isBare ? (
        <span>{name}</span>
      ) : (
        [left, center, right].map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: three places that stay where they are.
          <span key={at}>{text}</span>
        ))
      )}
    </button>
  )
}
