import { Button, Menu } from '@arco-design/web-react'
import { IconPrinter } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Menu/style/css.js'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useState } from 'react'
import { DroppedMenu } from '../../button'
import { useHost } from '../../host'
import { grouped } from '../cell'
import { useListScope } from '../scope'
import type { TakenRows } from './taken-rows'
import type { WholePopupProps } from './whole-popup'

const WholePopup = lazy(async () => (await import('./whole-popup')).WholePopup)

type TakeMenuProps = Omit<WholePopupProps, 'onClose' | 'taken'> & { readonly taken: () => TakenRows }

/** What is copied as a table and printed: the chosen rows or what is shown, and all that matches. */
export function TakeMenu({ taken: take, ...list }: TakeMenuProps) {
  const host = useHost()
  const scope = useListScope()
  const [opened, setOpened] = useState<{ readonly taken: TakenRows | null } | null>(null)
  const label = host.text('@list.take')
  const taken = take()
  const { kind, rows } = taken
  const copy = async () => {
    const { copyRowsAsTable } = await import('./copy-rows')
    await copyRowsAsTable(rows, list.columns, list.plan, { scope, host })
  }
  const acts: Readonly<Record<string, () => unknown>> = {
    copy,
    print: () => setOpened({ taken }),
    ...(kind !== 'All' && { whole: () => setOpened({ taken: null }) }),
  }
  const count = grouped(rows.count)
  const words: Readonly<Record<string, string>> = {
    copy: host.text(`@list.copy${kind}`, { count }),
    print: host.text(`@list.print${kind}`, { count }),
    whole: host.text('@list.whole'),
  }
  return (
    <>
      <DroppedMenu
        menuClassName="loam-button-menu"
        onSelect={(key) => void acts[key]?.()}
        items={Object.keys(acts).map((key) => <Menu.Item key={key}>{words[key]}</Menu.Item>)}
        opener={(opening) => (
          <Button
            type="text"
            icon={<IconPrinter />}
            aria-label={label}
            title={label}
            className="loam-list-tool"
            // What copies is there before it is asked for: browsers take a copy only right after a press.
            onPointerEnter={() => void import('./copy-rows')}
            onFocus={() => void import('./copy-rows')}
            {...opening}
          />
        )}
      />
      {opened && (
        <LazyFallback shown={null}>
          <WholePopup {...list} taken={opened.taken} onClose={() => setOpened(null)} />
        </LazyFallback>
      )}
    </>
  )
}
