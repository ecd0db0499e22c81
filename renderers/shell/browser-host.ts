import { Message, Modal } from '@arco-design/web-react'
import '@arco-design/web-react/es/Message/style/css.js'
import '@arco-design/web-react/es/Modal/style/css.js'
import type { CallResult, Host, HostFile, ToastKind } from '@runtime/host'
import { callByName } from '@services/client'
import { client } from './client'
import { language, say } from './language'
import { askForValue } from './prompt'
import type { SignedIn } from './session'

export interface BrowserHostOptions {
  readonly signedIn: SignedIn
  navigate(to: string, options?: { readonly replace?: boolean }): void
}

/** Calls whose answers are kept until something invalidates their tag (`spec/administration.md §4`). */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  'dictionaryData.options': ['dictionary'],
  'dictionaryData.all': ['dictionary'],
}
const TOAST_MILLISECONDS = 1500

/** The product's way to the outside in a browser. Texts follow the language that is on when they are asked for. */
export function createBrowserHost({ signedIn, navigate }: BrowserHostOptions): Host {
  return {
    get language() {
      return language.current
    },
    text: say,
    user: signedIn.user,
    ...(signedIn.timeZone !== undefined && { timeZone: signedIn.timeZone }),
    now: () => Date.now(),
    call,
    toast,
    confirm: ({ text, title, danger }) => confirm(text, title, danger),
    prompt: askForValue,
    navigate,
    openWindow: (url) => {
      window.open(url, '_blank', 'noopener')
    },
    download: (url, name) => client.download(url, name),
    chooseFiles,
    copy: (text) => navigator.clipboard.writeText(text),
    print: () => window.print(),
  }
}

async function call(
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  options: { readonly signal?: AbortSignal } = {},
): Promise<CallResult> {
  if (callByName(name)?.wire === 'file') {
    const { file, ...rest } = input
    return client.upload(name, file as File, rest, options)
  }
  const tags = KEPT[name]
  return client.call(name, input, tags ? { ...options, cache: { tags } } : options)
}

function toast(kind: ToastKind, text: string, milliseconds = TOAST_MILLISECONDS): void {
  Message[kind]({ content: text, duration: milliseconds })
}

/** A question closes the one before it: message popups are single (`spec/administration.md §2`). */
let openQuestion: ReturnType<typeof Modal.confirm> | undefined

function confirm(text: string, title?: string, danger?: boolean): Promise<boolean> {
  openQuestion?.close()
  return new Promise((resolve) => {
    openQuestion = Modal.confirm({
      title: title ?? say('@common.tip'),
      content: text,
      okText: say('@common.confirm'),
      cancelText: say('@common.cancel'),
      ...(danger ? { okButtonProps: { status: 'danger' as const } } : {}),
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
      afterClose: () => resolve(false),
    })
  })
}

function chooseFiles(options: {
  readonly accept?: string
  readonly multiple?: boolean
}): Promise<readonly HostFile[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = options.accept ?? ''
    input.multiple = options.multiple ?? false
    input.onchange = () => resolve([...(input.files ?? [])])
    input.oncancel = () => resolve([])
    input.click()
  })
}
