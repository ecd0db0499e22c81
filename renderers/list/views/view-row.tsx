import { Button, Input } from '@arco-design/web-react'
import { IconCheck, IconMore } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Input/style/css.js'
import { type FormEvent, useState } from 'react'
import { useHost } from '../../host'
import { useViewCall } from './use-view-call'
import type { Views } from './use-views'
import type { SavedView, ViewContent } from './view-content'

/** One view: its name chooses it; what else may be done with it opens below. */
export function ViewRow({
  view,
  views,
  now,
  onChoose,
}: {
  readonly view: SavedView
  readonly views: Views
  readonly now: ViewContent
  readonly onChoose: () => void
}) {
  const host = useHost()
  const [open, setOpen] = useState<'acts' | 'name' | null>(null)
  const [name, setName] = useState(view.fullName)
  const { run, fault, forget, isBusy } = useViewCall()
  const { id, fullName, version } = view
  const [isShared, isDefault] = [view.isShared === 1, view.isDefault === 1]
  const isCurrent = views.current?.id === id
  const update = (change: object) => run('listView.update', { id, version, ...change })
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    if (await update({ fullName: name.trim() })) setOpen(null)
  }
  const remove = async () => {
    const text = host.text(isShared ? '@listView.deleteSharedTip' : '@listView.deleteTip', { name: fullName })
    if (await host.confirm({ text, title: host.text('@listView.delete'), danger: true }))
      await run('listView.delete', { id })
  }
  const acts = [
    ...(view.mayEdit === 1 && isCurrent && views.isChanged
      ? [{ text: '@listView.update', run: () => update({ content: now }) }]
      : []),
    {
      text: isDefault ? '@listView.unsetDefault' : '@listView.setDefault',
      run: () => run('listView.setDefault', { ...views.place, id: isDefault ? null : id }),
    },
    ...(view.mayEdit === 1 ? [{ text: '@listView.rename', run: () => setOpen('name') }] : []),
    ...(view.mayEdit === 1 && (isShared || views.mayShare)
      ? [
          {
            text: isShared ? '@listView.unshare' : '@listView.shareThis',
            run: () => update({ isShared: isShared ? 0 : 1 }),
          },
        ]
      : []),
    ...(view.mayEdit === 1 ? [{ text: '@listView.delete', run: remove, isDanger: true }] : []),
  ]
  return (
    <li className="loam-views-item">
      <div className="loam-views-line">
        <button type="button" className="loam-views-choose" aria-pressed={isCurrent} onClick={onChoose}>
          <IconCheck className="loam-views-check" />
          <span className="loam-views-name">{fullName}</span>
          <span className="loam-views-marks">
            {[
              isDefault && host.text('@listView.isDefault'),
              isShared &&
                (view.isOwn === 1
                  ? host.text('@listView.isShared')
                  : host.text('@listView.sharedBy', { name: view.creatorUser })),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </button>
        <Button
          type="text"
          icon={<IconMore />}
          aria-label={host.text('@listView.actsOf', { name: fullName })}
          aria-expanded={open !== null}
          onClick={() => {
            setOpen(open === null ? 'acts' : null)
            setName(fullName)
            forget()
          }}
        />
      </div>
      {open === 'acts' && (
        <div className="loam-views-acts">
          {acts.map(({ text, run: press, isDanger }) => (
            <Button
              key={text}
              type="text"
              size="small"
              disabled={isBusy}
              {...(isDanger && { status: 'danger' as const })}
              onClick={press}
            >
              {host.text(text)}
            </Button>
          ))}
        </div>
      )}
      {open === 'name' && (
        <form className="loam-views-rename" onSubmit={rename}>
          <Input
            autoFocus
            value={name}
            maxLength={50}
            status={fault === null ? undefined : 'error'}
            aria-label={host.text('@listView.name')}
            onChange={(value) => {
              setName(value)
              forget()
            }}
          />
          <Button type="primary" htmlType="submit" loading={isBusy} disabled={name.trim() === ''}>
            {host.text('@listView.save')}
          </Button>
        </form>
      )}
      {fault !== null && (
        <p className="loam-views-fault" role="alert">
          {fault}
        </p>
      )}
    </li>
  )
}
