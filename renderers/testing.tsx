import type { CallResult, Host } from '@runtime/host'
import { collectMessages, createTranslator, type Language } from '@runtime/text'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { HostProvider } from './host'

const messages = collectMessages(
  Object.fromEntries(
    Object.entries(
      import.meta.glob<Record<string, unknown>>('../schemas/locales/*.json', {
        eager: true,
        import: 'default',
      }),
    ).map(([file, entries]) => [file.replace(/^.*\/|\.json$/g, ''), entries]),
  ),
)

export type Answer = (input: Readonly<Record<string, unknown>>) => unknown

export interface TestHost extends Host {
  readonly toasts: { readonly kind: string; readonly text: string }[]
  readonly questions: string[]
  readonly calls: { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[]
  /** What the next questions are answered with. */
  yes: boolean
}

/** A host for specs: calls are answered from a table, by `{ data, msg }` of what the entry gives or throws. */
export function testHost(
  answers: Readonly<Record<string, Answer>> = {},
  language: Language = 'zh',
): TestHost {
  const refuse = () => Promise.reject(new Error('This spec does not reach so far outside'))
  const host: TestHost = {
    ...createTranslator(language, messages),
    user: { userId: 'u1', userAccount: 'test', userName: '测试员', isAdministrator: true },
    toasts: [],
    questions: [],
    calls: [],
    yes: true,
    now: Date.now,
    async call(name, input = {}): Promise<CallResult> {
      host.calls.push({ name, input })
      const answer = answers[name]
      if (!answer) throw new Error(`No answer for ${name} in this spec`)
      return { data: await answer(input), msg: '操作成功' }
    },
    toast: (kind, text) => host.toasts.push({ kind, text }),
    confirm: async ({ text }) => {
      host.questions.push(text)
      return host.yes
    },
    prompt: refuse,
    navigate: () => undefined,
    openWindow: () => undefined,
    download: refuse,
    chooseFiles: refuse,
    copy: refuse,
    print: () => undefined,
  }
  return host
}

/** Draws in a place of its own; `unmount` takes it away again. */
export function draw(node: ReactNode, host: Host, height = '900px') {
  const place = document.createElement('div')
  place.style.height = height
  document.body.append(place)
  const root = createRoot(place)
  const render = (next: ReactNode) => root.render(<HostProvider host={host}>{next}</HostProvider>)
  render(node)
  return {
    place,
    render,
    unmount() {
      root.unmount()
      place.remove()
    },
  }
}
