import { Button, Progress } from '@arco-design/web-react'
import { IconClose, IconDelete, IconDownload, IconPlus } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Progress/style/css.js'
import type { HostFile } from '@runtime/files'
import type { Host } from '@runtime/host'
import { UPLOAD_TOAST } from '@runtime/widget/files'
import { type FileValue, shownName } from '@runtime/widget/stored-file'
import type { ReactNode } from 'react'
import { buttonAria } from '../shared/control'
import { DropZone } from '../shared/files/drop-zone'
import { IMAGE_TYPE, save } from '../shared/files/file-list'
import { Thumbnail } from '../shared/files/thumbnail'
import { useFocusOnMount } from '../shared/focus'
import type { EditProps } from '../widget'
import { type ImageUploadSettings, refusalOf } from './definition'
import { type SentImage, useImages } from './use-images'

type ImageUploadProps = EditProps<ImageUploadSettings, readonly FileValue[]>

const NONE: readonly FileValue[] = []

/** Thumbnails with a tile that adds more. */
export function ImageUploadEdit(props: ImageUploadProps) {
  const { settings, host, disabled, readonly, onChange } = props
  const value = props.value ?? NONE
  const locked = disabled || readonly || !host.files
  const { sent, add, count } = useImages({ host, value, settings, onChange })
  const focus = useFocusOnMount<HTMLButtonElement>(props.autoFocus)

  const take = (files: readonly HostFile[]) => {
    for (const file of files) {
      if (count() >= settings.limit) {
        host.toast('warning', host.text('@files.imageLimit', { limit: settings.limit }), UPLOAD_TOAST)
        return
      }
      const refusal = refusalOf(file, settings, host)
      if (refusal === null) void add(file)
      else host.toast('error', refusal, UPLOAD_TOAST)
    }
  }
  const choose = async () => {
    take(await host.chooseFiles({ accept: settings.accept, multiple: settings.limit !== 1 }))
    props.onBlur()
  }
  return (
    <DropZone disabled={locked} onFiles={take} label={props.label}>
      <ul className="loam-thumbs">
        {value.map((image, index) => (
          <Thumbnail
            key={image.fileId}
            image={image}
            host={host}
            onOpen={() => host.files?.preview(value, index)}
          >
            <span className="loam-thumb-acts">
              <Act
                host={host}
                act="download"
                name={image.name}
                icon={<IconDownload />}
                run={() => save(host, () => host.files?.download(IMAGE_TYPE, image))}
              />
              {!locked && (
                <Act
                  host={host}
                  act="remove"
                  name={image.name}
                  icon={<IconDelete />}
                  run={() => onChange(value.filter((_, at) => at !== index))}
                />
              )}
            </span>
          </Thumbnail>
        ))}
        {sent.map((image) => (
          <SentTile key={image.key} image={image} host={host} />
        ))}
        <li className="loam-thumb">
          <button
            {...buttonAria(props)}
            ref={focus}
            id={props.id}
            type="button"
            className="loam-thumb-add"
            disabled={locked}
            onClick={choose}
          >
            <IconPlus aria-hidden />
          </button>
        </li>
      </ul>
      {settings.showTip && settings.tipText !== '' && <p className="loam-files-tip">{settings.tipText}</p>}
    </DropZone>
  )
}

interface ActProps {
  readonly host: Host
  readonly act: 'download' | 'remove' | 'cancel'
  readonly name: string
  readonly icon: ReactNode
  readonly run: () => void
}

function Act({ host, act, name, icon, run }: ActProps) {
  return (
    <Button
      size="mini"
      type="text"
      icon={icon}
      aria-label={host.text('@files.of', { act: host.text(`@files.${act}`), name: shownName(name) })}
      onClick={run}
    />
  )
}

function SentTile({ image, host }: { readonly image: SentImage; readonly host: Host }) {
  return (
    <li className="loam-thumb loam-thumb-sent">
      <img src={image.src} alt="" />
      <span className="loam-thumb-progress" role="status" aria-label={host.text('@files.status.uploading')}>
        <Progress type="circle" size="mini" percent={image.percent} />
      </span>
      <span className="loam-thumb-acts">
        <Act host={host} act="cancel" name={image.name} icon={<IconClose />} run={() => image.stop.abort()} />
      </span>
    </li>
  )
}
