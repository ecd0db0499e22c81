import type { Host } from '@runtime/host'
import { STORAGE_PREFIX } from '@services/client'
import { useState } from 'react'
import { proxy } from 'valtio/vanilla'

/** What a system calls itself and how it is marked (`spec/shell-and-monitoring.md §3`). */
export interface Brand {
  readonly sysName: string
  /** Of the browser's window; empty: the name. */
  readonly title: string
  readonly sysDescription: string
  readonly companyName: string
  readonly copyright: string
  readonly logoIcon: string
  readonly navigationIcon: string
  readonly workLogoIcon: string
  readonly loginIcon: string
  readonly appIcon: string
}

/** As the server answers where no administrator has said anything else: the product's own words then, in each language. */
const UNSAID: Partial<Brand> = { sysName: '智慧农田管理平台', copyright: 'Loam' }
const OWN_LOGO = '/loam.svg'
const KEY = `${STORAGE_PREFIX}sysConfig`
const NAMES = [
  ...(['sysName', 'title', 'sysDescription', 'companyName'] as const),
  ...(['copyright', 'logoIcon', 'navigationIcon', 'workLogoIcon'] as const),
  ...(['loginIcon', 'appIcon'] as const),
] as const

/** Valtio proxy: as it was last heard of, so that the sign-in page begins with it. */
export const brand = proxy<{ of: Brand }>({ of: brandOf(stored()) })

markWindow()
// What another tab has heard of the system.
addEventListener('storage', ({ key }) => {
  if (key === KEY) take(brandOf(stored()))
})

/** Keeps what the server says of the system for the next time. */
export function learnBrand(config: Readonly<Record<string, unknown>>): void {
  take(brandOf({ ...brand.of, ...config }))
  localStorage.setItem(KEY, JSON.stringify(brand.of))
}

function take(learnt: Brand): void {
  brand.of = learnt
  markWindow()
}

/** The picture of the browser's tab, and that which a phone puts on its home screen. */
function markWindow(): void {
  const { navigationIcon, appIcon } = brand.of
  point('icon', navigationIcon || OWN_LOGO)
  point('apple-touch-icon', appIcon)
}

/** The page's link of a kind; without an address there is none. */
function point(rel: string, address: string): void {
  const link = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
  if (link?.getAttribute('href') === address) return
  link?.remove()
  if (address === '') return
  const made = document.createElement('link')
  made.rel = rel
  made.href = address
  document.head.append(made)
}

export function brandOf(config: Readonly<Record<string, unknown>>): Brand {
  const text = (name: (typeof NAMES)[number]) => {
    const value = config[name]
    return typeof value === 'string' && value !== UNSAID[name] ? value : ''
  }
  return Object.fromEntries(NAMES.map((name) => [name, text(name)])) as unknown as Brand
}

/** The system's title; without one of its own the product's. */
export function systemName({ sysName }: Brand, translate: Host['text']): string {
  return sysName || translate('@shell.productName')
}

/** What stands in the title of the browser's window. */
export function windowTitle(own: Brand, translate: Host['text']): string {
  return own.title || systemName(own, translate)
}

/** A logo; one that cannot be shown is the product's own. */
export function Logo({ address, size }: { readonly address: string; readonly size: number }) {
  const [failed, setFailed] = useState('')
  const isGood = address !== '' && address !== failed
  return (
    <img
      className="loam-logo"
      src={isGood ? address : OWN_LOGO}
      alt=""
      height={size}
      width={isGood ? undefined : size}
      onError={() => setFailed(address)}
    />
  )
}

function stored(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}
