import { Icon } from '@renderers/icon'
import { EmptyPlace, FailedPlace, SkeletonRows } from '@renderers/list/notices'
import '@renderers/list/list.css'
import type { ReactNode } from 'react'
import './places.css'
import type { Answered } from '@renderers/use-answer'

/** A place of the shell's own: one title line with its acts, and a body. */
export function Place({
  title,
  acts,
  children,
}: {
  readonly title: string
  readonly acts?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="loam-own-place">
      <header className="loam-own-head">
        <h1>{title}</h1>
        {acts && <div className="loam-own-acts">{acts}</div>}
      </header>
      {children}
    </section>
  )
}

/** Says what a place would show and why it does not: a part that is not installed, a link that leads nowhere. */
export function StatePlace({
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
    <div className="loam-own-state">
      <span className="loam-own-mark" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      {children && <div className="loam-own-acts">{children}</div>}
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
  readonly answer: Answered<T>
  readonly empty?: string
  readonly isEmpty?: (data: T) => boolean
  readonly children: (data: T) => ReactNode
}) {
  const { data, failure, again } = answer
  if (failure !== null) return <FailedPlace message={failure} onRetry={again} />
  if (data === null) return <SkeletonRows />
  if (empty !== undefined && isEmpty?.(data)) return <EmptyPlace text={empty} />
  return children(data)
}
