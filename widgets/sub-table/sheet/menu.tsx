import { Button, Dropdown, Menu } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Dropdown/style/css.js'
import '@arco-design/web-react/es/Menu/style/css.js'
import { IconDownload, IconFile, IconMore, IconUpload } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { useEffect, useRef, useState } from 'react'
import type { HeaderGroup } from '../definition'
import type { GridModel } from '../grid-model'
import { importSheet } from './import-sheet'
import { saveRows, saveTemplate } from './save-sheet'

export interface SheetMenuProps {
  readonly model: GridModel
  readonly host: Host
  readonly groups: readonly HeaderGroup[]
  readonly title: string
}

/** Rows from a sheet and to a sheet, behind one button. */
export function SheetMenu({ model, host, groups, title }: SheetMenuProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const acts = [
    ...(model.rights.mayAdd
      ? [
          { key: 'importSheet', icon: <IconUpload />, run: () => importSheet(model, groups, host) },
          { key: 'saveTemplate', icon: <IconFile />, run: () => saveTemplate(model, groups, title, host) },
        ]
      : []),
    { key: 'saveRows', icon: <IconDownload />, run: () => saveRows(model, groups, title, host) },
  ]
  const run = (key: string) => {
    setOpen(false)
    setBusy(true)
    const act = acts.find((one) => one.key === key)
    void act?.run().finally(() => setBusy(false))
  }
  useEffect(() => {
    if (!open) return
    const frame = requestAnimationFrame(() => itemsIn(menu.current)[0]?.focus())
    const press = (event: KeyboardEvent) => walk(event, menu.current, () => setOpen(false))
    document.addEventListener('keydown', press, true)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', press, true)
    }
  }, [open])
  return (
    <Dropdown
      trigger="click"
      position="br"
      popupVisible={open}
      onVisibleChange={setOpen}
      droplist={
        <Menu ref={menu} className="loam-table__menu" onClickMenuItem={run} selectable={false}>
          {acts.map(({ key, icon }) => (
            <Menu.Item key={key}>
              {icon} {host.text(`@table.${key}`)}
            </Menu.Item>
          ))}
        </Menu>
      }
    >
      <Button
        size="small"
        type="text"
        loading={busy}
        icon={<IconMore />}
        aria-label={host.text('@table.sheet')}
        title={host.text('@table.sheet')}
        aria-haspopup="menu"
        aria-expanded={open}
      />
    </Dropdown>
  )
}

function itemsIn(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
}

/** Arrow keys go round the items; Escape and Tab close, and nothing around hears of Escape. */
function walk(event: KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  const items = itemsIn(menu)
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus()
  else if (event.key === 'ArrowUp') items.at(at - 1)?.focus()
  else if (event.key === 'Escape' || event.key === 'Tab') close()
  else return
  event.preventDefault()
  event.stopPropagation()
}
