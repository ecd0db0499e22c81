import { Input } from '@arco-design/web-react'
import '@arco-design/web-react/es/Input/style/css.js'
import { Popup } from '@renderers/dialog'
import { Icon } from '@renderers/icon'
import { EmptyPlace } from '@renderers/list/notices'
import '@renderers/list/list.css'
import { useState } from 'react'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { useSystemSwitch } from './system-switch'
import './routes.css'

/** Drawers of the shell are this wide (`spec/shell-and-monitoring.md §9`). */
const WIDTH = '280px'

interface OwnSystem {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly currentSystem: boolean
}

/** The systems that a person belongs to. */
export function systemsOf({ user }: SignedIn): readonly OwnSystem[] {
  return (user['systemIds'] as readonly OwnSystem[] | undefined) ?? []
}

/** Systems to switch to, by keyword; menu, tabs and rights follow (`spec/shell-and-monitoring.md §2.3, §4`). */
export function SystemDrawer({
  signedIn,
  onClose,
}: {
  readonly signedIn: SignedIn
  readonly onClose: () => void
}) {
  const translate = useTranslate()
  const { going, switchTo } = useSystemSwitch()
  const [keyword, setKeyword] = useState('')
  const word = keyword.trim().toLowerCase()
  const found = systemsOf(signedIn).filter(({ name }) => name.toLowerCase().includes(word))
  const choose = async (system: OwnSystem) => {
    if (system.currentSystem) return onClose()
    if (await switchTo(system.id)) onClose()
  }
  return (
    <Popup mode="drawer" width={WIDTH} title={translate('@places.switchSystem')} visible onClose={onClose}>
      <div className="loam-route-systems">
        <Input
          allowClear
          placeholder={translate('@common.enterKeyword')}
          aria-label={translate('@common.keyword')}
          value={keyword}
          onChange={setKeyword}
        />
        {found.length === 0 && <EmptyPlace text={translate('@places.nothingFound')} />}
        <ul>
          {found.map((system) => (
            <li key={system.id}>
              <button
                type="button"
                aria-current={system.currentSystem ? 'true' : undefined}
                aria-busy={going === system.id}
                disabled={going !== ''}
                onClick={() => void choose(system)}
              >
                <Icon name={system.icon} fallback="Apps" />
                <span>{system.name}</span>
                {system.currentSystem && <Icon name="Check" />}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Popup>
  )
}
