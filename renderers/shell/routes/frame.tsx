import { Icon } from '@renderers/icon'
import { EmptyPlace, FailedPlace, SkeletonRows } from '@renderers/list/notices'
import '@renderers/list/list.css'
import type { ReactNode } from 'react'
import './routes.css'
import type { QueryResult } from '@renderers/data'

/** A route of the shell's own: one title line with its acts, and a body. */
export function RouteFrame({
  title,
  acts,
  children,
}: {
  readonly title: string
  readonly acts?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="loam-route">
      <header className="loam-route-head">
        <h1>{title}</h1>
        {acts && <div className="loam-route-acts">{acts}</div>}
      </header>
      {children}
    </section>
  )
}

/** Says what a route would show and why it does not: a part that is not installed, a link that leads nowhere. */
export function RouteState({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: string
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <div className="loam-route-state">
      <span className="loam-route-mark" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      {children && <div className="loam-route-acts">{children}</div>}
    </div>
  )
}

/** Loading, failed, empty or there. */
export function Fetched<T>({
  answer,
  empty,
  isEmpty,
  children,
}: {
  readonly answer: QueryResult<T>
  readonly empty?: string
  readonly isEmpty?: (data: T) => boolean
  readonly children: (data: T) => ReactNode
}) {
  const { data, error, again } = answer
  if (error !== null) return <FailedPlace message={error.message} onRetry={again} />
  if (data === null) return <SkeletonRows />
  if (empty !== undefined && isEmpty?.(data)) return <EmptyPlace text={empty} />
  return children(data)
}
