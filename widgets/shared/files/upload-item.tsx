import { Button, Progress } from '@arco-design/web-react'
import { IconClose, IconPause, IconPlayArrow, IconRefresh } from '@arco-design/web-react/icon'
import { sizeText } from '@runtime/size-text'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Progress/style/css.js'
import type { Upload } from '@runtime/files'
import type { Host } from '@runtime/host'
import { type ReactNode, useSyncExternalStore } from 'react'
import { FileIcon } from './file-kind'

interface UploadItemProps {
  readonly upload: Upload
  readonly host: Host
  readonly onCancel: () => void
}

/** A file on its way: what it is doing, how far it is, and what can be done with it (`spec/widgets.md §2.8`). */
export function UploadItem({ upload, host, onCancel }: UploadItemProps) {
  const state = useSyncExternalStore(
    (listener) => upload.subscribe(listener),
    () => upload.state,
  )
  const { status, progress, speed } = state
  const act = (key: string, icon: ReactNode, run: () => void) => (
    <Button
      size="mini"
      type="text"
      icon={icon}
      aria-label={host.text('@files.of', { act: host.text(`@files.${key}`), name: upload.name })}
      onClick={run}
    />
  )
  const rate = speed > 0 ? ` · ${sizeText(Math.round(speed))}/s` : ''
  return (
    <li className="loam-file loam-file-upload" data-status={status}>
      <FileIcon name={upload.name} />
      <div className="loam-file-main">
        <span className="loam-file-line">
          <span className="loam-file-name" title={upload.name}>
            {upload.name}
          </span>
          <span className="loam-file-note" role="status">
            {host.text(`@files.status.${status}`)}
            {status === 'checking' ? '' : ` ${progress}%${rate}`}
          </span>
        </span>
        <Progress
          size="small"
          percent={progress}
          showText={false}
          animation={false}
          status={status === 'error' ? 'error' : 'normal'}
          aria-label={upload.name}
        />
      </div>
      <span className="loam-file-acts">
        {(status === 'uploading' || status === 'waiting') &&
          act('pause', <IconPause />, () => upload.pause())}
        {status === 'paused' && act('resume', <IconPlayArrow />, () => upload.resume())}
        {status === 'error' && act('retry', <IconRefresh />, () => upload.retry())}
        {status !== 'checking' && act('cancel', <IconClose />, onCancel)}
      </span>
    </li>
  )
}
