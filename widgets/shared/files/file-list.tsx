import { Button } from '@arco-design/web-react'
import { IconDelete, IconDownload } from '@arco-design/web-react/icon'
import { sizeText } from '@runtime/size-text'
import '@arco-design/web-react/es/Button/style/css.js'
import './files.css'
import type { Host } from '@runtime/host'
import { type FileValue, shownName } from '@runtime/widget/stored-file'
import type { ReactNode } from 'react'
import { FileIcon } from './file-kind'

/** How the server calls files, for its addresses. */
export const FILE_TYPE = 'annex'
export const IMAGE_TYPE = 'annexpic'

interface FileListProps {
  readonly files: readonly FileValue[]
  readonly host: Host
  readonly onRemove?: ((index: number) => void) | undefined
  /** Items after the files: those on their way. */
  readonly children?: ReactNode
}

/** Files by name: a press shows one, the buttons save or remove it. */
export function FileList({ files, host, onRemove, children }: FileListProps) {
  return (
    <ul className="loam-files-list">
      {files.map((file, index) => (
        <FileRow
          key={file.fileId}
          file={file}
          host={host}
          onOpen={() => host.files?.preview(files, index)}
          onRemove={onRemove && (() => onRemove(index))}
        />
      ))}
      {children}
    </ul>
  )
}

interface FileRowProps {
  readonly file: FileValue
  readonly host: Host
  readonly onOpen: () => void
  readonly onRemove?: (() => void) | undefined
}

function FileRow({ file, host, onOpen, onRemove }: FileRowProps) {
  const name = shownName(file.name)
  const label = (key: string) => host.text('@files.of', { act: host.text(key), name })
  return (
    <li className="loam-file">
      <FileIcon name={name} />
      <div className="loam-file-main loam-file-line">
        <button
          type="button"
          className="loam-file-name"
          title={name}
          aria-label={label('@files.preview')}
          onClick={onOpen}
        >
          {name}
        </button>
        {file.fileSize !== undefined && <span className="loam-file-note">{sizeText(file.fileSize)}</span>}
      </div>
      <span className="loam-file-acts">
        <Button
          size="mini"
          type="text"
          icon={<IconDownload />}
          aria-label={label('@files.download')}
          onClick={() => save(host, () => host.files?.download(FILE_TYPE, file))}
        />
        {onRemove && (
          <Button
            size="mini"
            type="text"
            status="danger"
            icon={<IconDelete />}
            aria-label={label('@files.remove')}
            onClick={onRemove}
          />
        )}
      </span>
    </li>
  )
}

/** Saves, and says why it could not. */
export function save(host: Host, work: () => Promise<void> | undefined): void {
  Promise.resolve(work()).catch((error: unknown) => {
    host.toast('error', error instanceof Error ? error.message : String(error))
  })
}

/** Saves all files as one; with none there is nothing to save (`spec/widgets.md §5`). */
export function saveAll(host: Host, type: string, files: readonly FileValue[]): void {
  if (files.length === 0) host.toast('warning', host.text('@files.none'))
  else save(host, () => host.files?.downloadAll(type, files))
}
