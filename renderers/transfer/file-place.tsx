import { Button, Link } from '@arco-design/web-react'
import { IconDownload, IconFile, IconUpload } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Link/style/css.js'
import { IMPORT_ROWS } from '@services/client'
import { useState } from 'react'
import { useHost } from '../host'
import type { Importing } from './use-import'

/** Where the file is dropped or chosen, and the template saved. */
export function FilePlace({ work }: { readonly work: Importing }) {
  const host = useHost()
  const [isOver, setIsOver] = useState(false)
  const { file, busy } = work
  return (
    <div className="loam-import-file">
      <div className="loam-import-template">
        <p>{host.text('@transfer.templateHint')}</p>
        <Link
          icon={<IconDownload />}
          disabled={busy === 'template'}
          href="#"
          onClick={(event) => {
            event.preventDefault()
            void work.template()
          }}
        >
          {host.text('@transfer.saveTemplate')}
        </Link>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way, the button in it the other. */}
      <div
        className="loam-import-drop"
        data-over={isOver ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          const dropped = event.dataTransfer.files[0]
          if (dropped) void work.take(dropped)
        }}
      >
        {file ? <IconFile className="loam-import-sign" /> : <IconUpload className="loam-import-sign" />}
        {file && <p className="loam-import-name">{file.name}</p>}
        <Button
          type={file ? 'secondary' : 'outline'}
          loading={busy === 'upload'}
          onClick={() => void work.choose()}
        >
          {host.text(file ? '@transfer.chooseOther' : '@transfer.chooseFile')}
        </Button>
        <p className="loam-import-hint">{host.text('@transfer.limits', { rows: IMPORT_ROWS })}</p>
      </div>
    </div>
  )
}
