import './group-title.css'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import { Tooltip } from '@arco-design/web-react'
import { IconQuestionCircle } from '@arco-design/web-react/icon'
import { Heading } from '../shared/heading'
import { useFilledText } from '../shared/shown/use-filled-text'
import type { DisplayProps, Widget } from '../widget'
import { definition, type GroupTitleSettings } from './definition'

function GroupTitleDisplay({ id, settings, label, host, store, record }: DisplayProps<GroupTitleSettings>) {
  const content = useFilledText(settings.content, host, store, record)
  const help = useFilledText(settings.helpMessage, host, store, record)
  return (
    <div id={id} className={`loam-group-title loam-group-title-${settings.contentPosition}`}>
      <Heading className="loam-group-title-text">{content || label}</Heading>
      {help && (
        <Tooltip content={help} trigger={['hover', 'focus', 'click']}>
          <button
            type="button"
            className="loam-group-title-help"
            aria-label={`${host.text('@dates.help')}: ${help}`}
          >
            <IconQuestionCircle />
          </button>
        </Tooltip>
      )}
    </div>
  )
}

export const widget: Widget<GroupTitleSettings> = { definition, Display: GroupTitleDisplay }
