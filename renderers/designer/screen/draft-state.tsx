import { Modal, Tooltip } from '@arco-design/web-react'
import '@arco-design/web-react/es/Modal/style/css.js'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import {
  IconCheckCircle,
  IconCloseCircle,
  IconExclamationCircle,
  IconSync,
  IconUser,
} from '@arco-design/web-react/icon'
import { found } from '@runtime/design/address'
import type { DesignSession } from '@runtime/design/session'
import { type ComponentType, useEffect } from 'react'
import { useHost } from '../../host'
import type { DesignDraft, SaveState } from '../draft'
import { titleOfNode } from '../node-title'
import { settingWords } from '../setting-words'

interface DraftStateProps {
  readonly session: DesignSession
  readonly draft: DesignDraft
}

const ICONS: Readonly<Record<SaveState, ComponentType>> = {
  saved: IconCheckCircle,
  saving: IconSync,
  waiting: IconExclamationCircle,
  failed: IconCloseCircle,
}

/** How the draft stands with the server, who else designs it, and what both have changed. */
export function DraftState({ session, draft }: DraftStateProps) {
  const host = useHost()
  const { save, refusal, lost } = draft
  const others = draft.others.filter(({ userId }) => userId !== host.user.userId)
  useEffect(() => {
    if (lost > 0) host.toast('warning', host.text('@design.draft.lost', { count: lost }))
  }, [lost, host])
  const Drawn = ICONS[save]
  const words = host.text(`@design.draft.${save}`, { why: refusal })
  return (
    <>
      <span className="loam-designer-draft" role="status" data-save={save} title={words}>
        <Drawn />
        <span>{words}</span>
      </span>
      {others.length > 0 && (
        <Tooltip content={others.map(({ userName }) => userName).join(host.text('@diff.separator'))}>
          <span className="loam-designer-others">
            <IconUser /> {host.text('@design.draft.others', { count: others.length })}
          </span>
        </Tooltip>
      )}
      <ClashQuestion session={session} draft={draft} />
    </>
  )
}

/** Both have changed the same: nothing of either is lost before somebody has chosen. */
function ClashQuestion({ session, draft }: DraftStateProps) {
  const host = useHost()
  const { clash, answer } = draft
  if (!clash) return null
  const { what, mine, theirs } = clash
  const title = titleOfNode(found(session.tree, { ...what, path: [] }), session.widgets, host)
  const member = [...what.path].reverse().find((key) => typeof key === 'string' && !key.startsWith('__'))
  return (
    <Modal
      visible
      title={host.text('@design.draft.clash', { what: title || host.text('@design.formSettings') })}
      okText={host.text('@design.draft.keepMine')}
      cancelText={host.text('@design.draft.keepTheirs')}
      closable={false}
      maskClosable={false}
      escToExit={false}
      onOk={() => answer(clash, 'mine')}
      onCancel={() => answer(clash, 'theirs')}
    >
      <dl className="loam-designer-clash">
        {member !== undefined && (
          <>
            <dt>{host.text('@design.draft.setting')}</dt>
            <dd>{settingWords(String(member), host)}</dd>
          </>
        )}
        <dt>{host.text('@design.draft.mine')}</dt>
        <dd>{wordsOf(mine)}</dd>
        <dt>{host.text('@design.draft.theirs')}</dt>
        <dd>{wordsOf(theirs)}</dd>
      </dl>
    </Modal>
  )
}

/** Signs of a value that is shown; more of it would say no more. */
const MOST = 300

function wordsOf(value: unknown): string {
  if (value === undefined) return '—'
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '—')).slice(0, MOST)
}
