import { Component, type ReactNode } from 'react'
import { translate } from './language'

interface State {
  readonly error: Error | null
}

/** Keeps a failure of one screen to that screen. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div className="loam-screen-note" role="alert">
        <p>{translate('@shell.screenFailed')}</p>
        <code>{this.state.error.message}</code>
        <button type="button" className="loam-link-button" onClick={() => this.setState({ error: null })}>
          {translate('@common.retry')}
        </button>
      </div>
    )
  }
}
