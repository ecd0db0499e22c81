import { IconApps, IconExclamationCircle, IconPlus, IconSettings } from '@arco-design/web-react/icon'
import type { DesignSession } from '@runtime/design/session'
import type { ComponentType } from 'react'
import { useHost } from '../../host'
import { ProblemBadge } from '../problems'

export type Sheet = 'palette' | 'outline' | 'settings' | 'problems'

const SHEETS: readonly (readonly [Sheet, string, ComponentType])[] = [
  ['palette', '@design.add', IconPlus],
  ['outline', '@design.outline', IconApps],
  ['settings', '@design.settings', IconSettings],
  ['problems', '@problems.title', IconExclamationCircle],
]

interface MobileBarProps {
  readonly session: DesignSession
  readonly onOpen: (sheet: Sheet) => void
}

/** What stands at the sides of a wide screen, under the thumb. */
export function MobileBar({ session, onOpen }: MobileBarProps) {
  const host = useHost()
  return (
    <nav className="loam-designer-bar" aria-label={host.text('@design.parts')}>
      {SHEETS.map(([sheet, title, Drawn]) => (
        <button key={sheet} type="button" onClick={() => onOpen(sheet)}>
          <Drawn />
          <span>
            {host.text(title)}
            {sheet === 'problems' && <ProblemBadge session={session} />}
          </span>
        </button>
      ))}
    </nav>
  )
}
