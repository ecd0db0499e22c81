import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, testHost } from '../../testing'
import { client } from '../client'
import { setLock } from '../lock/lock'
import { Gates } from './gates'
import { endSession, type SignedIn, session } from './session'

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() => {
  vi.spyOn(client, 'call').mockImplementation(async () => ({ data: {} as never, msg: '' }))
})
afterEach(() => {
  drawn?.unmount()
  setLock(false)
  client.token.clear()
  endSession(null)
  vi.restoreAllMocks()
})

let address = ''
function Address() {
  const { pathname, search, hash } = useLocation()
  address = `${pathname}${search}${hash}`
  return null
}
const PLACE = '/x/y?a=1#part'
const BACK = `redirect=${encodeURIComponent(PLACE)}`
const open = () => {
  drawn = draw(
    <MemoryRouter initialEntries={[PLACE]}>
      <Address />
      <Gates>{({ pathname, search, hash }) => <p>{`${pathname}${search}${hash}`}</p>}</Gates>
    </MemoryRouter>,
    testHost(),
  )
}
const leadsTo = (wanted: string) => expect.poll(() => address).toBe(wanted)

it('leads back to the part of a page that a link led to, after signing in and when a session has ended', async () => {
  open()
  await leadsTo(`/login?${BACK}`)
  client.token.set('T'.repeat(43))
  await leadsTo(PLACE)
  client.token.clear()
  await leadsTo(`/login?${BACK}`)
  client.token.set('U'.repeat(43))
  await leadsTo(PLACE)
})

it('leads back to it from the locked screen', async () => {
  const token = 'T'.repeat(43)
  client.token.set(token)
  const user = { userId: 'u', userName: '王', userAccount: 'wang' }
  session.signedIn = { user, menu: [], permissions: [], system: {}, token } as unknown as SignedIn
  setLock(true)
  open()
  await leadsTo(`/lockScreen?${BACK}`)
  setLock(false)
  await leadsTo(PLACE)
})
