import { Button } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import type { Host } from '@runtime/host'
import type { FileValue } from '@runtime/widget/stored-file'
import { FILE_TYPE, FileList, saveAll } from '../shared/files/file-list'

/** Files for reading: shown, saved, or saved all as one. */
export function FileUploadView({
  files,
  host,
}: {
  readonly files: readonly FileValue[]
  readonly host: Host
}) {
  return (
    <div className="loam-files">
      <FileList files={files} host={host} />
      {files.length > 1 && (
        <Button
          size="mini"
          type="text"
          icon={<IconDownload />}
          onClick={() => saveAll(host, FILE_TYPE, files)}
        >
          {host.text('@files.downloadAll')}
        </Button>
      )}
    </div>
  )
}
