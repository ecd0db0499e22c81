import {
  Activity,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** How long a view lives: it may be hidden and shown again many times before it is gone. */
interface Life {
  hidden: boolean
  readonly whenGone: Set<() => void>
}

const LifeContext = createContext<Life | null>(null)

/** Keeps what is below while it is hidden: its state and its DOM stay, its effects rest (React's `Activity`). */
export function KeptView({ shown, children }: { readonly shown: boolean; readonly children: ReactNode }) {
  const [life] = useState((): Life => ({ hidden: !shown, whenGone: new Set() }))
  useLayoutEffect(() => {
    life.hidden = !shown
  }, [life, shown])
  useEffect(
    () => () => {
      for (const end of [...life.whenGone]) end()
    },
    [life],
  )
  return (
    <LifeContext value={life}>
      <Activity mode={shown ? 'visible' : 'hidden'}>{children}</Activity>
    </LifeContext>
  )
}

interface Lasting {
  readonly subject: unknown
  readonly end: () => void
  mounted: boolean
}

/**
 * An effect that lasts while its place is hidden: it ends when `subject` changes or when the place is gone for good. What
 * holds typed words must not end before; neither when strict mode unmounts and mounts again at once.
 */
export function useLastingEffect(subject: unknown, begin: () => () => void): void {
  const life = useContext(LifeContext)
  const latest = useRef(begin)
  latest.current = begin
  const held = useRef<Lasting | null>(null)
  useEffect(() => {
    const known = held.current
    const goesOn = known !== null && known.subject === subject
    if (!goesOn) known?.end()
    const lasting: Lasting = goesOn ? known : { subject, end: once(latest.current()), mounted: true }
    held.current = lasting
    lasting.mounted = true
    life?.whenGone.delete(lasting.end)
    return () => {
      lasting.mounted = false
      if (life?.hidden) {
        life.whenGone.add(lasting.end)
        return
      }
      queueMicrotask(() => {
        if (lasting.mounted) return
        if (held.current === lasting) held.current = null
        lasting.end()
      })
    }
  }, [subject, life])
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}
