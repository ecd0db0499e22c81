import { Button } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { Face } from './face'
import type { PickedNode } from './source'

/** The right pane: what is chosen so far, each to be taken away, all to be cleared. */
export function PickerChosen({
  host,
  items,
  onRemove,
  onClear,
}: {
  readonly host: Pick<Host, 'text'>
  readonly items: readonly PickedNode[]
  readonly onRemove: (key: string) => void
  readonly onClear: () => void
}) {
  return (
    <section className="loam-picker-right" aria-label={host.text('@picker.chosen')}>
      <header className="loam-picker-head">
        <h3>{host.text('@picker.chosen')}</h3>
        {items.length > 0 && <span className="loam-picker-count">{items.length}</span>}
        <Button type="text" size="small" disabled={items.length === 0} onClick={onClear}>
          {host.text('@picker.clearList')}
        </Button>
      </header>
      {items.length === 0 ? (
        <p className="loam-picker-empty">{host.text('@picker.noData')}</p>
      ) : (
        <ul className="loam-picker-picked">
          {items.map((item) => (
            <Chosen key={item.key} host={host} item={item} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Chosen({
  host,
  item,
  onRemove,
}: {
  readonly host: Pick<Host, 'text'>
  readonly item: PickedNode
  readonly onRemove: (key: string) => void
}) {
  const name = item.fullName ?? item.name
  return (
    <li title={item.detail ? `${name} ${item.detail}` : name}>
      <Face node={item} />
      <span className="loam-picker-name">{name}</span>
      {item.detail && (
        <span className="loam-picker-detail">
          <bdi>{item.detail}</bdi>
        </span>
      )}
      <button
        type="button"
        className="loam-picker-remove"
        aria-label={host.text('@widgets.removeChoice', { text: name })}
        onClick={() => onRemove(item.key)}
      >
        <IconClose />
      </button>
    </li>
  )
}
