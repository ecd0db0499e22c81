import '@renderers/page'
import { PageServicesProvider } from '@renderers/page/services'
import { draw, testHost } from '@renderers/testing'
import type { MenuEntry } from '@runtime/menu/destination'
import { permissionsOf } from '@runtime/permission/permission'
import { BrowserRouter, Link, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SignedIn } from '../sign-in/session'
import { forgetTabs, tabStore } from './tab-store'
import { useVisits } from './use-tabs'
import { Views } from './views'

const ITEMS = {
  title: 'Items',
  query: { kind: null, page: 1, isOpen: false },
  data: {
    items: { call: 'items.list', with: { kind: '${page.kind}', page: '${route.query.page}' } },
    kinds: { call: 'kinds.list' },
    raw: { call: 'items.raw', with: { from: '${route.query.from}' }, when: 'route.query.from != null' },
  },
  body: {
    node: 'stack',
    items: [
      {
        node: 'text',
        text: 'kind ${page.kind} page ${page.page} open ${route.query.isOpen} of ${LEN(data.items)}',
      },
      { node: 'text', text: 'from ${route.query.from} ${LEN(data.raw)}' },
      { node: 'button', text: 'second', do: { set: { 'page.page': 2 } } },
      {
        node: 'button',
        text: 'valves',
        do: [{ set: { 'page.kind': 'VALVE' } }, { call: 'items.wait' }, { set: { 'page.page': 3 } }],
      },
      { node: 'button', text: 'later', do: [{ call: 'items.wait' }, { set: { 'page.page': 9 } }] },
      { node: 'tree', source: 'kinds', title: 'Kinds', selected: 'page.kind' },
    ],
  },
}
const OTHER = {
  title: 'Other',
  query: { kind: 'all' },
  body: { node: 'text', text: 'other ${page.kind}' },
  onOpen: { set: { 'page.kind': "${page.kind == 'all' ? 'begun' : page.kind}" } },
}
const DOCUMENTS: Readonly<Record<string, unknown>> = {
  'pages/stock/items.page.json': ITEMS,
  'pages/stock/other.page.json': OTHER,
}
const entry = (id: string): MenuEntry => ({
  id,
  enCode: id,
  fullName: id,
  type: 2,
  urlAddress: `stock/${id}`,
})
const SIGNED_IN: SignedIn = {
  token: 'T'.repeat(43),
  user: { userId: 'u1', userAccount: 'wang', userName: 'Wang', isAdministrator: true },
  menu: [entry('items'), entry('other')],
  permissions: [],
  system: { sysName: 'Loam', sysVersion: '1', copyright: '' },
}
const SERVICES = {
  permissions: () => permissionsOf(undefined, { buttons: false, columns: false, form: false }, true),
  emit: () => undefined,
}
const WAIT = { timeout: 45_000 }

let drawn: ReturnType<typeof draw> | undefined
let start = ''
let go: (to: string | number) => void = () => undefined
beforeEach(() => {
  start = window.location.href
})
afterEach(() => {
  drawn?.unmount()
  forgetTabs()
  window.history.replaceState(null, '', start)
})

function Workspace() {
  const navigate = useNavigate()
  go = (to) => void navigate(to as string)
  useVisits(SIGNED_IN)
  return (
    <>
      <Link to="/stock/other">to the other</Link>
      <Views signedIn={SIGNED_IN} />
    </>
  )
}

/** The workspace under an address; what is asked is answered, `wait` when it is let go. */
async function open(address: string) {
  let release: () => void = () => undefined
  const host = testHost({
    'documents.read': ({ file }) => ({
      file,
      version: '1',
      content: DOCUMENTS[String(file)],
      problems: [],
    }),
    'items.list': ({ kind }) => ({ list: kind === null ? [1, 2, 3] : [1] }),
    'items.raw': () => ({ list: [1, 2] }),
    'kinds.list': () => ({ list: [{ id: 'PUMP', fullName: 'Pumps' }] }),
    'items.wait': () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  })
  window.history.replaceState(null, '', address)
  drawn = draw(
    <PageServicesProvider value={SERVICES}>
      <BrowserRouter>
        <Workspace />
      </BrowserRouter>
    </PageServicesProvider>,
    host,
  )
  const asked = (name: string) => host.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { asked, release: () => release(), entries: window.history.length }
}

const shows = (text: string) => expect.element(page.getByText(text, { exact: true }), WAIT).toBeVisible()
const press = (name: string) => page.getByRole('button', { name }).click()
const address = () => window.location.pathname + window.location.search
const stands = (wanted: string) => expect.poll(address).toBe(wanted)

describe('a page with parameters in its address', () => {
  it('asks its sources by what a copied link says, each of its type', async () => {
    const { asked } = await open('/stock/items?kind=PUMP&page=4&isOpen=true')
    await shows('kind PUMP page 4 open true of 1')
    expect(asked('items.list')).toEqual([{ kind: 'PUMP', page: 4 }])
    expect(address()).toBe('/stock/items?kind=PUMP&page=4&isOpen=true')
  })

  it('asks again when the address says another thing, also by a name that it does not declare', async () => {
    const { asked } = await open('/stock/items')
    await shows('kind  page 1 open false of 3')
    go('/stock/items?kind=PUMP&from=field')
    await shows('kind PUMP page 1 open false of 1')
    await shows('from field 2')
    expect(asked('items.list').at(-1)).toEqual({ kind: 'PUMP', page: 1 })
    expect(asked('items.raw')).toEqual([{ from: 'field' }])
  })

  it('writes what is set into the address, and goes back and forward', async () => {
    const { entries } = await open('/stock/items?x=1')
    await shows('kind  page 1 open false of 3')
    expect(window.history.length).toBe(entries)
    await press('second')
    await stands('/stock/items?x=1&page=2')
    await shows('kind  page 2 open false of 3')
    await press('second')
    await page.getByText('Pumps').click()
    await stands('/stock/items?x=1&page=2&kind=PUMP')
    await shows('kind PUMP page 2 open false of 1')
    go(-1)
    await shows('kind  page 2 open false of 3')
    go(-1)
    await shows('kind  page 1 open false of 3')
    await stands('/stock/items?x=1')
    go(2)
    await shows('kind PUMP page 2 open false of 1')
  })

  it('goes back also before what is left has been drawn under its address', async () => {
    await open('/stock/items?page=2')
    await shows('kind  page 2 open false of 3')
    const { state } = window.history
    ;(page.getByText('Pumps').element() as HTMLElement).click()
    // Without a task between, as a busy browser has it: the router draws the last of both alone.
    for (let turn = 0; turn < 100 && !address().includes('kind'); turn++) await Promise.resolve()
    expect(address()).toBe('/stock/items?page=2&kind=PUMP')
    window.history.replaceState(state, '', '/stock/items?page=2')
    window.dispatchEvent(new PopStateEvent('popstate', { state }))
    await shows('kind  page 2 open false of 3')
    expect(address()).toBe('/stock/items?page=2')
  })

  it('is one entry in the history for all that one action sets', async () => {
    const { release } = await open('/stock/items')
    await shows('kind  page 1 open false of 3')
    const push = vi.spyOn(window.history, 'pushState')
    await press('valves')
    await stands('/stock/items?kind=VALVE')
    release()
    await stands('/stock/items?kind=VALVE&page=3')
    expect(push).toHaveBeenCalledOnce()
    go(-1)
    await shows('kind  page 1 open false of 3')
    await stands('/stock/items')
    push.mockRestore()
  })

  it('leaves no entry in the history for what it sets as it opens', async () => {
    const push = vi.spyOn(window.history, 'pushState')
    await open('/stock/other')
    await shows('other begun')
    await stands('/stock/other?kind=begun')
    expect(push).not.toHaveBeenCalled()
    push.mockRestore()
  })
})

describe('a page that is kept while another is shown', () => {
  it('does not follow the other’s address, and has its own again by its tab', async () => {
    const { asked } = await open('/stock/items?kind=PUMP')
    await shows('kind PUMP page 1 open false of 1')
    const before = asked('items.list').length
    go('/stock/other?kind=MIX&page=7')
    await shows('other MIX')
    expect(document.querySelector('[data-path="/stock/items"]')?.textContent).toContain('kind PUMP page 1')
    expect(asked('items.list').length).toBe(before)
    go(tabStore.tabs.visited.find(({ path }) => path === '/stock/items')?.address ?? '')
    await shows('kind PUMP page 1 open false of 1')
    expect(address()).toBe('/stock/items?kind=PUMP')
    expect(asked('items.list')).not.toContainEqual(expect.objectContaining({ kind: 'MIX' }))
  })

  it('follows when it is shown again under another query', async () => {
    const { asked } = await open('/stock/items?kind=PUMP')
    await shows('kind PUMP page 1 open false of 1')
    go('/stock/other?kind=MIX')
    await shows('other MIX')
    go('/stock/items?page=5')
    await shows('kind  page 5 open false of 3')
    expect(asked('items.list').at(-1)).toEqual({ kind: null, page: 5 })
  })

  it('writes nothing into the other’s address, and what it was set into its own when it is seen again', async () => {
    const { release } = await open('/stock/items?kind=PUMP')
    await shows('kind PUMP page 1 open false of 1')
    await press('later')
    go('/stock/other?kind=MIX')
    await shows('other MIX')
    release()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(address()).toBe('/stock/other?kind=MIX')
    go('/stock/items?kind=PUMP')
    await shows('kind PUMP page 9 open false of 1')
    await stands('/stock/items?kind=PUMP&page=9')
  })
})
