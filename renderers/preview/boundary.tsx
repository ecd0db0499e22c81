import type { Host } from '@runtime/host'
import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly host: Host
  readonly children: ReactNode
}

/** A file that cannot be read says so; it can still be saved. */
export class PreviewBoundary extends Component<BoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { host, children } = this.props
    const { error } = this.state
    if (!error) return children
    return (
      <div className="loam-preview-note" role="alert">
        <p>{host.text('@preview.failed')}</p>
        <p className="loam-preview-reason">{error.message}</p>
      </div>
    )
  }
}
