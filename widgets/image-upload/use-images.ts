import type { HostFile } from '@runtime/files'
import type { Host } from '@runtime/host'
import { UPLOAD_TOAST } from '@runtime/widget/files'
import type { FileValue } from '@runtime/widget/stored-file'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IMAGE_TYPE } from '../shared/files/file-list'
import type { ImageUploadSettings } from './definition'

/** An image on its way, drawn from the file itself. */
export interface SentImage {
  readonly key: number
  readonly name: string
  /** An address of the file in this page. */
  readonly src: string
  readonly percent: number
  readonly stop: AbortController
}

interface ImagesOptions {
  readonly host: Host
  readonly value: readonly FileValue[]
  readonly settings: ImageUploadSettings
  readonly onChange: (value: readonly FileValue[]) => void
}

let lastKey = 0

/** The images that are on their way; one that is refused goes with the server's message (`spec/widgets.md §8`). */
export function useImages(options: ImagesOptions) {
  const latest = useRef(options)
  const images = useRef(options.value)
  const [sent, setSent] = useState<readonly SentImage[]>([])
  const running = useRef(sent)
  useEffect(() => {
    latest.current = options
    images.current = options.value
  })
  const keep = useCallback((change: (list: readonly SentImage[]) => readonly SentImage[]) => {
    running.current = change(running.current)
    setSent(running.current)
  }, [])
  useEffect(
    () => () => {
      for (const { stop, src } of running.current) {
        stop.abort()
        URL.revokeObjectURL(src)
      }
    },
    [],
  )

  const add = useCallback(
    async (file: HostFile) => {
      const { host, settings } = latest.current
      if (!host.files) return
      const { pathType, isAccount, folder } = settings
      const stop = new AbortController()
      const key = ++lastKey
      const image = { key, name: file.name, src: URL.createObjectURL(file as File), percent: 0, stop }
      keep((list) => [...list, image])
      try {
        const arrived = await host.files.uploadImage(
          file,
          { type: IMAGE_TYPE, pathType, isAccount, folder },
          {
            signal: stop.signal,
            onProgress: (percent) =>
              keep((list) => list.map((one) => (one.key === key ? { ...one, percent } : one))),
          },
        )
        if (stop.signal.aborted) return
        images.current = [...images.current, arrived]
        latest.current.onChange(images.current)
      } catch (error) {
        const reason = error instanceof Error ? error.message : ''
        if (!stop.signal.aborted) host.toast('error', reason || host.text('@files.failed'), UPLOAD_TOAST)
      } finally {
        URL.revokeObjectURL(image.src)
        keep((list) => list.filter((one) => one.key !== key))
      }
    },
    [keep],
  )
  return { sent, add, count: () => images.current.length + running.current.length }
}
