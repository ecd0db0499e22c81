import { Component, type ReactNode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { Meanwhile, onUse } from './on-use'

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
  const Late = onUse(() => arrival.promise)
  draw(
    <Meanwhile shown={waiting}>
      <p>beside</p>
      <Late name="pump" />
    </Meanwhile>,
  )
  await expect.poll(() => place.textContent).toBe('besidewaiting')
  arrival.resolve(Name)
  await expect.poll(() => place.textContent).toBe('besidepump')
})

it('fetches once for all its places, and shows at once what is there already', async () => {
  const load = vi.fn(async () => Name)
  const Late = onUse(load)
  draw(<Late name="one" />)
  await expect.poll(() => place.textContent).toBe('one')
  const seen: string[] = []
  root.render(
    <Meanwhile shown={waiting}>
      <Late name="two" />
      <span ref={() => void seen.push(place.textContent ?? '')} />
    </Meanwhile>,
  )
  await expect.poll(() => place.textContent).toBe('two')
  expect(seen[0]).toBe('two')
  expect(load).toHaveBeenCalledTimes(1)
})

it('shows nothing inside a part that has come, whatever stands further out', async () => {
  const arrival = arriving()
  const Inner = onUse(() => arrival.promise)
  const Outer = onUse(async () => () => (
    <u>
      outer
      <Inner name="x" />
    </u>
  ))
  draw(
    <Meanwhile shown={waiting}>
      <Outer />
    </Meanwhile>,
  )
  await expect.poll(() => place.textContent).toBe('outer')
  arrival.resolve(Name)
  await expect.poll(() => place.textContent).toBe('outerx')
})

it('throws a failed fetch to the boundary, and tries again when it is drawn anew', async () => {
  let fails = true
  const Late = onUse(async () => {
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
