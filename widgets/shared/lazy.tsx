import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const Stand = createContext<ReactNode>(null)

/** What stands in the place of a component made by `onUse` below it while its code is on the way; nothing otherwise. */
export function LazyFallback({
  shown,
  children,
}: {
  readonly shown: ReactNode
  readonly children?: ReactNode
}) {
  return <Stand value={shown}>{children}</Stand>
}

/** Code on its way. */
class Part<Props> {
  component: ComponentType<Props> | undefined
  #coming: Promise<void> | undefined
  readonly #load: () => Promise<ComponentType<Props>>

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load
  }

  /** Answers the same promise until it fails: then the next asks again. */
  fetch(): Promise<void> {
    this.#coming ??= this.#load().then(
      (component) => {
        this.component = component
      },
      (reason) => {
        this.#coming = undefined
        throw reason
      },
    )
    return this.#coming
  }
}

/**
 * A component whose code is fetched when it is first drawn. React's own `lazy` would show it 300 ms late however fast the
 * code comes: once a fallback stands, React holds back what replaces it for that long, and once more for each `lazy` inside.
 * A fetch that failed is thrown to the nearest boundary, and tried again when the component is drawn anew.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const part = new Part(load)
  return (props) => <Fetched part={part} props={props} />
}

function Fetched<Props extends object>({
  part,
  props,
}: {
  readonly part: Part<Props>
  readonly props: Props
}) {
  const fallback = useContext(Stand)
  const [fault, setFault] = useState<{ readonly reason: unknown }>()
  const [, drawAgain] = useState(part.component !== undefined)
  useEffect(() => {
    if (part.component) return drawAgain(true)
    let gone = false
    part.fetch().then(
      () => gone || drawAgain(true),
      (reason) => gone || setFault({ reason }),
    )
    return () => {
      gone = true
    }
  }, [part])
  if (fault) throw fault.reason
  const { component: Loaded } = part
  if (Loaded)
    return (
      <LazyFallback shown={null}>
        <Loaded {...props} />
      </LazyFallback>
    )
  // On its way at once, not only when this place has been painted. Who waits for it learns of a failure.
  part.fetch().catch(() => {})
  return fallback
}
