import { Component, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'

/** The route could not be fetched: the network is away, or a new version of the product has taken its file. */
export class FailedNavigation extends Error {
  constructor(options: ErrorOptions) {
    super('The route could not be fetched', options)
    this.name = 'FailedNavigation'
  }
}

interface State {
  readonly error: unknown
}

/** A navigation that fails leads to /404 (`spec/shell-and-monitoring.md §2.1`); any other failure is not for here. */
export class NavigationBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (error instanceof FailedNavigation)
      return <Navigate to="/404" replace state={{ failed: location.pathname }} />
    throw error
  }
}
