import { Button, Menu } from '@arco-design/web-react'
import { IconDelete, IconLink, IconMore, IconPrinter } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Menu/style/css.js'
import { useMemo, useState } from 'react'
import { DroppedMenu } from '../../button'
import { useHost } from '../../host'
import { RecordPrint } from '../../print'
import { TOAST } from '../record-reading'
import { removeRecords } from '../record-removing'
import { told } from '../told'
import { useOwnActs } from './own-acts'
import type { RecordAct, RecordActsUse } from './record-act'

/** The acts of a record that is read, in their order, and what they open. */
export function useRecordActs(use: RecordActsUse) {
  const { model, menuId, id, reading, path, onGone, onBack } = use
  const host = useHost()
  const [printing, setPrinting] = useState(false)
  const printed = useMemo(() => [id], [id])
  const { list, form } = model
  const { record, permissions } = reading
  const { print } = form.layout.buttons
  const removal = list?.row.find(({ value }) => value === 'remove')
  const copyLink = async (below: string) => {
    await host.copy(new URL(`${below}/${encodeURIComponent(id)}`, location.href).href)
    host.toast('success', host.text('@record.linkCopied'), TOAST)
  }
  const remove = async () => {
    if (!list || !record) return
    const removing = { modelId: model.id, menuId, list, host, done: onGone, back: onBack }
    await removeRecords(removing, [{ ...record, id }], false)
  }
  const own = useOwnActs(use)
  const acts: RecordAct[] = []
  if (print !== undefined)
    acts.push({ key: 'print', text: '@record.print', icon: <IconPrinter />, run: () => setPrinting(true) })
  if (path !== undefined)
    acts.push({ key: 'link', text: '@record.copyLink', icon: <IconLink />, run: () => void copyLink(path) })
  if (removal && permissions.button(removal.code))
    acts.push({
      ...{ key: 'remove', text: '@view.deleteTitle', icon: <IconDelete />, danger: true },
      run: () => void told(host, remove()),
    })
  const opened = (
    <>
      {printing && (
        <RecordPrint
          templateIds={form.layout.printIds}
          recordIds={printed}
          formName={host.text(form.title)}
          onClose={() => setPrinting(false)}
        />
      )}
      {own.opened}
    </>
  )
  return { acts: [...own.acts, ...acts], opened }
}

/** Acts as buttons with their names, those of the model's own behind the dots. */
export function ActButtons({ acts }: { readonly acts: readonly RecordAct[] }) {
  const host = useHost()
  const named = acts.filter(({ isOwn }) => !isOwn)
  return (
    <>
      {named.map(({ key, text, icon, danger, run }) => (
        <Button key={key} icon={icon} {...(danger && { status: 'danger' as const })} onClick={run}>
          {host.text(text)}
        </Button>
      ))}
      <ActMenu acts={acts.filter(({ isOwn }) => isOwn)} />
    </>
  )
}

/** Acts behind the dots, where there is no room for all. */
export function ActMenu({ acts, size }: { readonly acts: readonly RecordAct[]; readonly size?: 'small' }) {
  const host = useHost()
  const label = host.text('@view.more')
  if (acts.length === 0) return null
  return (
    <DroppedMenu
      menuClassName="loam-button-menu"
      onSelect={(pressed) => acts.find(({ key }) => key === pressed)?.run()}
      items={acts.map(({ key, text, icon, danger, disabled = false }) => (
        <Menu.Item key={key} disabled={disabled} className={danger ? 'loam-button-menu-danger' : ''}>
          {icon} {host.text(text)}
        </Menu.Item>
      ))}
      opener={(opening) => (
        <Button
          {...opening}
          type="text"
          {...(size && { size })}
          icon={<IconMore />}
          aria-label={label}
          title={label}
        />
      )}
    />
  )
}
