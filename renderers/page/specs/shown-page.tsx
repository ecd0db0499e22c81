import type { Host } from '@runtime/host'
import { createTranslator } from '@runtime/text'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, vi } from 'vitest'
import { HostProvider } from '../../host'
import { PageView } from '../page-view'

/** Documents as the server would hand them out, and the calls a page makes. */
function hostOver(documents: Record<string, unknown>, call: Host['call']): Host {
  return {
    language: 'zh',
    text: (text) => createTranslator('zh', new Map()).text(text),
    user: { userId: '1', userAccount: 'admin', userName: '管理员' },
    now: () => Date.now(),
    call: async (name, input, options) => {
      if (name !== 'documents.read') return call(name, input, options)
      const content = documents[String(input?.['file'])]
      const problems = (content as { problems?: unknown[] } | undefined)?.problems ?? []
      const sound = problems.length === 0 ? content : null
      const version = JSON.stringify(content)
      return { data: { file: input?.['file'], version, content: sound, problems }, msg: '' }
    },
    toast: vi.fn(),
    confirm: vi.fn(async () => true),
    prompt: vi.fn(async () => null),
    navigate: vi.fn(),
    openWindow: vi.fn(),
    download: vi.fn(async () => undefined),
    chooseFiles: vi.fn(async () => []),
    copy: vi.fn(async () => undefined),
    print: vi.fn(),
  }
}

export const FILE = 'pages/a.page.json'

let root: Root | undefined
afterEach(() => root?.unmount())

export function show(documents: Record<string, unknown>, call: Host['call']): Host {
  root?.unmount()
  document.body.replaceChildren()
  const host = hostOver(documents, call)
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <HostProvider host={host}>
      <PageView file={FILE} route="/a" />
    </HostProvider>,
  )
  return host
}

/** The button of this name, once it stands. */
export const button = (name: string) =>
  vi.waitFor(() => {
    const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name)
    if (!found) throw new Error(`no button ${name}`)
    return found
  }, 45_000)
