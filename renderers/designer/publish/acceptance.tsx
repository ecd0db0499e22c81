import { Button, Checkbox, Input } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Checkbox/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import { useId, useState } from 'react'
import { useHost } from '../../host'
import { ErrorNote } from '../../page/error-note'
import type { ReleaseCheck } from './use-check'

/** Characters of what somebody says of a release. */
const NOTE_LENGTH = 500

/** What is sent with a release that was accepted. */
export interface Accepted {
  readonly accept: string
  readonly note: string
}

interface AcceptanceProps {
  readonly check: ReleaseCheck
  /** What is done: 发布, 回滚. */
  readonly act: string
  readonly isSending: boolean
  readonly refusal: string | null
  /** Answers whether it was done: then what was said of it is said. */
  readonly onSend: (accepted: Accepted) => Promise<boolean>
}

/** Says of a checked release what it is for, accepts what it costs, and makes it. */
export function Acceptance({ check, act, isSending, refusal, onSend }: AcceptanceProps) {
  const host = useHost()
  const id = useId()
  const [note, setNote] = useState('')
  /** The mark of what was accepted: where something else is asked, nothing is. */
  const [accepted, accept] = useState('')
  const { report, isCurrent } = check
  const isAccepted = report?.verdict === 'tell' || (report?.verdict === 'ask' && accepted === report.mark)
  const why = !report || !isCurrent ? 'checking' : report.verdict === 'stop' ? 'stop' : 'accept'
  const isReady = isCurrent && isAccepted
  return (
    <div className="loam-publish-acceptance">
      <label htmlFor={`${id}-note`}>{host.text('@release.note')}</label>
      <Input.TextArea
        id={`${id}-note`}
        value={note}
        maxLength={NOTE_LENGTH}
        showWordLimit
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder={host.text('@release.notePlaceholder')}
        onChange={setNote}
      />
      {report?.verdict === 'ask' && (
        <Checkbox checked={accepted === report.mark} onChange={(is) => accept(is ? report.mark : '')}>
          {host.text('@release.accept')}
        </Checkbox>
      )}
      {refusal !== null && <ErrorNote message={refusal} />}
      <div className="loam-publish-act">
        <Button
          type="primary"
          loading={isSending}
          disabled={!isReady}
          {...(!isReady && { 'aria-describedby': `${id}-why` })}
          onClick={async () => {
            if (report && (await onSend({ accept: report.mark, note: note.trim() }))) setNote('')
          }}
        >
          {act}
        </Button>
        {!isReady && <small id={`${id}-why`}>{host.text(`@release.not.${why}`)}</small>}
      </div>
    </div>
  )
}
