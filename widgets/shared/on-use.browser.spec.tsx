import { Component, type ReactNode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { LazyFallback, lazy } from './lazy'

let root: Root
let place: HTMLElement
function draw(node: ReactNode): void {
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(node)
}
afterEach(() => {
  root.unmount()
  place.remove()
})

const Name = ({ name }: { readonly name: string }) => <b>{name}</b>
const waiting = <i>waiting</i>

/** Code that comes when the test says so. */
function arriving() {
  let resolve: (component: typeof Name) => void = () => {}
  const promise = new Promise<typeof Name>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly fault?: Error }> {
  override state: { readonly fault?: Error } = {}
  static getDerivedStateFromError(fault: Error) {
    return { fault }
  }
  override render() {
    return this.state.fault ? <em>{this.state.fault.message}</em> : this.props.children
  }
}

function Again({ children }: { readonly children: ReactNode }) {
  const [tries, setTries] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setTries(tries + 1)}>
        again
      </button>
      <Boundary key={tries}>{children}</Boundary>
    </>
  )
}

it('shows what stands for it, then the component, which takes the place of that alone', async () => {
  const arrival = arriving()
  const Late = lazy(() => arrival.promise)
  draw(
    <LazyFallback shown={waiting}>
      <p>beside</p>
      <Late name="pump" />
    </LazyFallback>,
  )
  await expect.poll(() => place.textContent).toBe('besidewaiting')
  arrival.resolve(Name)
  await expect.poll(() => place.textContent).toBe('besidepump')
})

it('fetches once for all its places, and shows at once what is there already', async () => {
  const load = vi.fn(async () => Name)
  const Late = lazy(load)
  draw(<Late name="one" />)
  await expect.poll(() => place.textContent).toBe('one')
  const seen: string[] = []
  root.render(
    <LazyFallback shown={waiting}>
      <Late name="two" />
      <span ref={() => void seen.push(place.textContent ?? '')} />
    </LazyFallback>,
  )
  await expect.poll(() => place.textContent).toBe('two')
  expect(seen[0]).toBe('two')
  expect(load).toHaveBeenCalledTimes(1)
})

it('shows nothing inside a part that has come, whatever stands further out', async () => {
  const arrival = arriving()
  const Inner = lazy(() => arrival.promise)
  const Outer = lazy(async () => () => (
    <u>
      outer
      <Inner name="x" />
    </u>
  ))
  draw(
    <LazyFallback shown={waiting}>
      <Outer />
    </LazyFallback>,
  )
  await expect.poll(() => place.textContent).toBe('outer')
  arrival.resolve(Name)
  await expect.poll(() => place.textContent).toBe('outerx')
})

it('throws a failed fetch to the boundary, and tries again when it is drawn anew', async () => {
  let fails = true
  const Late = lazy(async () => {
    if (fails) throw new Error('offline')
    return Name
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  draw(
    <Again>
      <Late name="pump" />
    </Again>,
  )
  await expect.poll(() => place.querySelector('em')?.textContent).toBe('offline')
  fails = false
  place.querySelector('button')?.click()
  await expect.poll(() => place.querySelector('b')?.textContent).toBe('pump')
})
