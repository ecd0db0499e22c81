import { type HostFile, UnreadableFile, UnrecordedFile, type Upload } from '@runtime/files'
import { CallError, type Host } from '@runtime/host'
import { UPLOAD_TOAST } from '@runtime/widget/files'
import type { FileValue } from '@runtime/widget/stored-file'
import { useCallback, useEffect, useRef, useState } from 'react'

interface UploadsOptions {
  readonly host: Host
  readonly value: readonly FileValue[]
  readonly onChange: (value: readonly FileValue[]) => void
  readonly begin: (file: HostFile) => Upload
}

/**
 * The files that are on their way. One that has arrived goes into the value and out of here (`spec/widgets.md §4`); one that
 * is refused or cut off goes with the reason said. All are called off when their field goes.
 */
export function useUploads(options: UploadsOptions) {
  const latest = useRef(options)
  const files = useRef(options.value)
  /** When each was chosen: small files arrive before large ones, and still stand as they were chosen. */
  const chosen = useRef(new Map<string, number>())
  const lastChosen = useRef(0)
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = useRef(uploads)
  useEffect(() => {
    latest.current = options
    files.current = options.value
  })
  const keep = useCallback((next: readonly Upload[]) => {
    running.current = next
    setUploads(next)
  }, [])
  const drop = useCallback(
    (upload: Upload) => keep(running.current.filter((other) => other !== upload)),
    [keep],
  )
  useEffect(
    () => () => {
      for (const upload of running.current) upload.cancel()
    },
    [],
  )

  const add = useCallback(
    (file: HostFile) => {
      const { host, begin } = latest.current
      const upload = begin(file)
      keep([...running.current, upload])
      const turn = ++lastChosen.current
      const isHere = () => running.current.includes(upload)
      upload.done.then(
        (arrived) => {
          if (!isHere()) return
          drop(upload)
          // Several may arrive before the form has drawn the first of them.
          chosen.current.set(arrived.fileId, turn)
          const later = files.current.findIndex(({ fileId }) => (chosen.current.get(fileId) ?? 0) > turn)
          files.current = files.current.toSpliced(later < 0 ? files.current.length : later, 0, arrived)
          latest.current.onChange(files.current)
        },
        (error: unknown) => {
          if (!isHere()) return
          drop(upload)
          const reason = reasonOf(error, upload, host)
          if (reason !== null) host.toast('error', reason, UPLOAD_TOAST)
        },
      )
    },
    [keep, drop],
  )

  const cancel = useCallback(
    (upload: Upload) => {
      upload.cancel()
      drop(upload)
    },
    [drop],
  )
  return {
    uploads,
    add,
    cancel,
    /** Files and uploads together: what the limit counts. */
    count: () => files.current.length + running.current.length,
  }
}

/** What is said of a file that did not arrive (`spec/widgets.md §8`); null: nothing, where the server made no record of it. */
function reasonOf(error: unknown, upload: Upload, host: Host): string | null {
  if (error instanceof UnrecordedFile) return null
  if (error instanceof UnreadableFile) return host.text('@files.unreadable', { name: upload.name })
  return error instanceof CallError && error.message !== '' ? error.message : host.text('@files.failed')
}
