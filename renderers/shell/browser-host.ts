import { Message } from '@arco-design/web-react'
import '@arco-design/web-react/es/Message/style/css.js'
import type { CallResult, Host, HostFile, ShownWork, ToastKind, WatchedWork } from '@runtime/host'
import { permissionsOf } from '@runtime/permission/permission'
import { NameBook } from '@runtime/widget/name-book'
import type { Named } from '@runtime/widget/named'
import { callByName } from '@services/client'
import { subscribeKey } from 'valtio/vanilla/utils'
import { whenIdle } from '../idle'
import { client } from './client'
import { createFilesHandle } from './files'
import { language, say } from './language'
import { settings } from './layout/settings'
import { chooseFlow, chooseRows, openPage, openRecord } from './openings'
import type { SignedIn } from './sign-in/session'

export interface BrowserHostOptions {
  readonly signedIn: SignedIn
  navigate(to: string, options?: { readonly replace?: boolean }): void
}

/** Calls whose answers are kept until something invalidates their tag (`spec/administration.md §4`). */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  'dictionaryData.options': ['dictionary'],
  'dictionaryData.all': ['dictionary'],
}
const BY_BUTTON = { buttons: true, columns: false, form: false }
const TOAST_MILLISECONDS = 1500

/** Dialogs are fetched while nothing else is: no screen waits for them, and no question either. */
const importQuestions = () => import('./questions')

/** The product's way to the outside in a browser. Texts follow the language that is on when they are asked for. */
export function createBrowserHost({ signedIn, navigate }: BrowserHostOptions): Host {
  const names = new NameBook(
    async (requests) => (await call('names.resolve', { requests })).data as readonly (readonly Named[])[],
  )
  whenIdle(() => void importQuestions())
  const host: Host = {
    files: createFilesHandle(() => host),
    names,
    // What is gone is not judged here: the server alone knows whether a record already had it.
    named: (source, id) => names.lookup(source, id) ?? undefined,
    get language() {
      return language.current
    },
    text: say,
    user: signedIn.user,
    project: {
      get id() {
        return settings.project
      },
      onChange: (listener) => subscribeKey(settings, 'project', listener),
    },
    ...(signedIn.timeZone !== undefined && { timeZone: signedIn.timeZone }),
    now: () => Date.now(),
    call,
    request: (method, url, data) => client.request(method, url, data),
    toast,
    progress: showWorkOnUse,
    confirm: async (question) => (await importQuestions()).askYesOrNo(question),
    prompt: async (question) => (await importQuestions()).askForValue(question),
    openRecord,
    openPage,
    chooseFlow,
    chooseRows,
    may: mayBy(signedIn),
    navigate,
    openWindow: (url) => {
      window.open(url, '_blank', 'noopener')
    },
    download: (url, name) => client.download(url, name),
    chooseFiles,
    copy: (text) => navigator.clipboard.writeText(text),
    print: () => window.print(),
  }
  return host
}

function mayBy({ permissions, user }: SignedIn): NonNullable<Host['may']> {
  return (module, button) => {
    const entry = permissions.find(({ enCode }) => enCode === module)
    if (!entry) return user.isAdministrator === true
    return !button || permissionsOf(entry, BY_BUTTON, user.isAdministrator === true).button(button)
  }
}

async function call(
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  options: { readonly signal?: AbortSignal } = {},
): Promise<CallResult> {
  const wire = callByName(name)?.wire
  if (wire === 'file' || wire === 'stream') {
    const { file, ...rest } = input
    return client.upload(name, file as File, rest, options)
  }
  const tags = KEPT[name]
  return client.call(name, input, tags ? { ...options, cache: { tags } } : options)
}

function toast(kind: ToastKind, text: string, milliseconds = TOAST_MILLISECONDS): void {
  Message[kind]({ content: text, duration: milliseconds })
}

/** What shows long work is fetched with the first of it; what has ended before that is only told of its end. */
function showWorkOnUse(work: WatchedWork): ShownWork {
  const shown = import('./watched-work').then(({ showWork }) => showWork(work))
  return {
    close: () => void shown.then((one) => one.close()),
    end: (kind, text) => void shown.then((one) => one.end(kind, text)),
  }
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
