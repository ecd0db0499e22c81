import { Button } from '@arco-design/web-react'
import { IconDownload, IconUpload } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import type { HostFile, Upload } from '@runtime/files'
import type { Host } from '@runtime/host'
import { UPLOAD_TOAST } from '@runtime/widget/files'
import type { FileValue } from '@runtime/widget/stored-file'
import { buttonAria } from '../shared/control'
import { DropZone } from '../shared/files/drop-zone'
import { FILE_TYPE, FileList, saveAll } from '../shared/files/file-list'
import { UploadItem } from '../shared/files/upload-item'
import { useUploads } from '../shared/files/use-uploads'
import { useFocusOnMount } from '../shared/focus'
import type { EditProps } from '../widget'
import { type FileUploadSettings, refusalOf } from './definition'

type FileUploadProps = EditProps<FileUploadSettings, readonly FileValue[]>

const NONE: readonly FileValue[] = []

/** A button and a place to drop files on, the files that are there and those on their way. */
export function FileUploadEdit(props: FileUploadProps) {
  const { settings, host, disabled, readonly, onChange } = props
  const value = props.value ?? NONE
  const locked = disabled || readonly || !host.files
  const begin = (file: HostFile) => startUpload(host, file, settings)
  const { uploads, add, cancel, count } = useUploads({ host, value, onChange, begin })
  const focus = useFocusOnMount<HTMLButtonElement>(props.autoFocus)

  const take = (files: readonly HostFile[]) => {
    for (const file of settings.limit === 1 ? files.slice(0, 1) : files) {
      const isFull = settings.limit > 0 && count() >= settings.limit
      const refusal = isFull
        ? host.text('@files.limit', { limit: settings.limit })
        : refusalOf(file, settings, host)
      if (refusal === null) add(file)
      else host.toast('error', refusal, UPLOAD_TOAST)
      if (isFull) return
    }
  }
  const choose = async () => {
    take(await host.chooseFiles({ accept: settings.accept, multiple: settings.limit !== 1 }))
    props.onBlur()
  }
  return (
    <DropZone disabled={locked} onFiles={take} label={props.label}>
      <div className="loam-files-bar">
        <Button
          {...buttonAria(props)}
          ref={focus as never}
          id={props.id}
          icon={<IconUpload />}
          disabled={locked}
          onClick={choose}
        >
          {settings.buttonText || host.text('@files.upload')}
        </Button>
        {(value.length > 0 || locked) && (
          <Button type="text" icon={<IconDownload />} onClick={() => saveAll(host, FILE_TYPE, value)}>
            {host.text('@files.downloadAll')}
          </Button>
        )}
        <span className="loam-files-drop-hint">{host.text('@files.dropNow')}</span>
      </div>
      {settings.showTip && settings.tipText !== '' && <p className="loam-files-tip">{settings.tipText}</p>}
      {(value.length > 0 || uploads.length > 0) && (
        <FileList
          files={value}
          host={host}
          onRemove={locked ? undefined : (index) => onChange(value.filter((_, at) => at !== index))}
        >
          {uploads.map((upload) => (
            <UploadItem key={keyOf(upload)} upload={upload} host={host} onCancel={() => cancel(upload)} />
          ))}
        </FileList>
      )}
    </DropZone>
  )
}

function startUpload(host: Host, file: HostFile, settings: FileUploadSettings): Upload {
  if (!host.files) throw new Error(host.text('@files.noWay'))
  const { pathType, isAccount, folder } = settings
  return host.files.upload(file, { type: FILE_TYPE, pathType, isAccount, folder })
}

const keys = new WeakMap<Upload, number>()
let lastKey = 0

/** Two uploads may be of the same file: each has a key of its own. */
function keyOf(upload: Upload): number {
  const known = keys.get(upload) ?? ++lastKey
  keys.set(upload, known)
  return known
}
