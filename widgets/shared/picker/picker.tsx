import { Button } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import '../choice-box/choice-box.css'
import '../hint.css'
import '../option-states.css'
import './picker.css'
import type { Host } from '@runtime/host'
import type { Text } from '@runtime/text'
import { useId } from 'react'
import { classes } from '../control'
import { Dialog } from '../dialog'
import { useText } from '../use-text'
import { PickerChosen } from './picker-chosen'
import { pressPickerKey } from './picker-keys'
import { lineId, PickerList } from './picker-list'
import { PickerTabs } from './picker-tabs'
import type { PickedNode } from './source'
import { type PickerOptions, type PickerState, usePicker } from './use-picker'

/** CSS width of the dialog (`spec/widgets.md §9`). */
const WIDTH = '800px'

export interface PickerProps extends PickerOptions {
  readonly host: Host
  readonly title: Text
  /** Without the pane of what is chosen: a dialog of this CSS width in which one thing is pointed at. */
  readonly alone?: string
  /** Why what is chosen is not taken; null: it is. */
  readonly refusal?: (chosen: readonly PickedNode[]) => Text | null
  readonly onConfirm: (chosen: readonly PickedNode[]) => void
  readonly onClose: () => void
}

/**
 * The picker (`spec/widgets.md §2.1`): on the left what may be chosen, on the right what is. Nothing is written before
 * it is confirmed; every opening begins anew.
 */
export function Picker(props: PickerProps) {
  const { host, title, panes, multiple, alone, refusal, onConfirm, onClose } = props
  const picker = usePicker(props)
  const list = useId()
  const confirm = () => {
    const reason = refusal?.(picker.picked) ?? null
    if (reason === null) onConfirm(picker.picked)
    else host.toast('warning', host.text(reason))
  }
  return (
    <Dialog
      host={host}
      mode="general"
      width={alone ?? WIDTH}
      title={host.text(title)}
      visible
      onClose={onClose}
      onSave={confirm}
      footer={
        <>
          <Button onClick={onClose}>{host.text('@picker.cancel')}</Button>
          <Button type="primary" onClick={confirm}>
            {host.text('@picker.confirm')}
          </Button>
        </>
      }
    >
      <div className={classes('loam-picker', alone !== undefined && 'loam-picker-alone')}>
        <div className="loam-picker-left">
          <Search picker={picker} host={host} list={list} />
          {panes.length > 1 && (
            <PickerTabs host={host} list={list} panes={panes} active={picker.tab} onOpen={picker.open} />
          )}
          <PickerList
            id={list}
            label={host.text(picker.pane?.title ?? title)}
            host={host}
            pane={picker.state}
            multiple={multiple}
            active={picker.active}
            scroller={picker.scroller}
            isChosen={picker.isChosen}
            onPress={picker.press}
            onFold={picker.fold}
            onMore={picker.more}
            onHover={picker.setActive}
          />
          <Nothing picker={picker} host={host} />
        </div>
        {alone === undefined && (
          <PickerChosen host={host} items={picker.picked} onRemove={picker.remove} onClear={picker.clear} />
        )}
      </div>
    </Dialog>
  )
}

interface PartProps {
  readonly picker: PickerState
  readonly host: Host
}

/** Keeps the focus while one types, moves and chooses. */
function Search({ picker, host, list }: PartProps & { readonly list: string }) {
  const text = useText(picker.keyword, (value) => picker.seek(value ?? ''))
  const { lines, tree } = picker.state
  return (
    <label className="loam-picker-search">
      <IconSearch aria-hidden="true" />
      <input
        {...text}
        type="text"
        role="combobox"
        autoComplete="off"
        enterKeyHint="search"
        aria-label={host.text('@picker.search')}
        aria-autocomplete="list"
        aria-haspopup={tree ? 'tree' : 'listbox'}
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={
          lines[picker.active]?.kind === 'node' ? lineId(list, picker.active) : undefined
        }
        placeholder={host.text('@picker.search')}
        onKeyDown={(event) => {
          if (pressPickerKey(event, picker)) event.preventDefault()
        }}
      />
    </label>
  )
}

/** Why the pane shows nothing: on its way, or nothing there. Where it failed nothing is said here (`spec/widgets.md §8`). */
function Nothing({ picker, host }: PartProps) {
  const { state, lines, keyword } = picker.state
  if (state === 'loading')
    return (
      <div className="loam-picker-empty loam-picker-waiting" role="status">
        <span className="loam-picker-said">{host.text('@widgets.loading')}</span>
      </div>
    )
  if (lines.length > 0 || state === 'failed') return null
  const nothing = keyword === '' ? (picker.pane?.empty ?? '@picker.noData') : '@picker.noMatch'
  return (
    <p className="loam-picker-empty" role="status">
      {host.text(nothing)}
    </p>
  )
}
