import { Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Spin/style/css.js'
import type { Host } from '@runtime/host'
import type { Shown } from './source'

/** What draws a kind of file. It throws what it cannot read. */
export interface ViewerProps {
  readonly shown: Shown
  readonly host: Host
  /** The file's bytes; the same promise however often it is asked for. */
  readonly bytes: () => Promise<Blob>
}

export function Waiting({ host }: { readonly host: Host }) {
  return (
    <div className="loam-preview-note" role="status" aria-label={host.text('@preview.loading')}>
      <Spin />
    </div>
  )
}
