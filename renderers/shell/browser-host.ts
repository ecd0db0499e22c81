import { Message } from '@arco-design/web-react'
import { TOAST_MILLISECONDS } from '@runtime/action/toast'
import '@arco-design/web-react/es/Message/style/css.js'
import type { HostFile } from '@runtime/files'
import type { CallResult, Host, ShownWork, ToastKind, WatchedWork } from '@runtime/host'
import { recordsTag } from '@runtime/list/records-tag'
import { permissionsOf } from '@runtime/permission/permission'
import { NameCache } from '@runtime/widget/name-cache'
import type { Named } from '@runtime/widget/named'
import { callByName, isRead } from '@services/client'
import { subscribeKey } from 'valtio/vanilla/utils'
import { whenSettled } from '../idle'
import { askWhy, mayAskWhy } from '../why/ask-right'
import { client } from './client'
import { createColumnsHandle } from './columns'
import { data } from './data'
import { draftsOf } from './drafts'
import { createFilesHandle } from './files'
import { language, translate } from './language'
import { personsMenu } from './layout/persons-menu'
import { settings } from './layout/settings'
import { chooseApprover, chooseFlow, chooseRows, importRows, openPage, openRecord } from './openings'
import { pictures } from './pictures'
import { nameAddress } from './place-names'
import { noteRefusal, refusedRight } from './refusals'
import { savesOf } from './saves'
import type { SignedIn } from './sign-in/session'
import { theme } from './theme'

export interface BrowserHostOptions {
  readonly signedIn: SignedIn
  navigate(to: string, options?: { readonly replace?: boolean }): void
}

const BY_BUTTON = { buttons: true, columns: false, form: false }

/** Dialogs are fetched while nothing else is: no screen waits for them, and no question either. */
const importQuestions = () => import('./questions')

/** The product's way to the outside in a browser. Texts follow the language that is on when they are asked for. */
export function createBrowserHost({ signedIn, navigate }: BrowserHostOptions): Host {
  const names = new NameCache(
    async (requests) => (await call('names.resolve', { requests })).data as readonly (readonly Named[])[],
  )
  whenSettled(data, () => {
    void importQuestions()
    // What waits from an earlier window is sent.
    host.saves?.().catch(() => undefined)
  })
  const host: Host = {
    files: createFilesHandle(() => host),
    pictures,
    sheetRows: async (file) => (await import('./sheet-rows')).sheetRows(file),
    columns: createColumnsHandle(call, (message) => toast('error', message)),
    drafts: draftsOf(signedIn.user.userId),
    saves: () =>
      savesOf(signedIn.user.userId, {
        call,
        onRefused: (message) =>
          toast('error', translate('@save.cameBack', { message: message || translate('@save.tooOld') })),
      }),
    theme: {
      get dark() {
        return theme.dark
      },
      onChange: (listener) => subscribeKey(theme, 'dark', listener),
    },
    names,
    // What is gone is not checked here: the server alone knows whether a record already had it.
    named: (source, id) => names.lookup(source, id) ?? undefined,
    get language() {
      return language.current
    },
    text: translate,
    user: signedIn.user,
    menu: personsMenu(signedIn),
    project: {
      get id() {
        return settings.project
      },
      onChange: (listener) => subscribeKey(settings, 'project', listener),
    },
    ...(signedIn.timeZone !== undefined && { timeZone: signedIn.timeZone }),
    now: () => Date.now(),
    call,
    data,
    resources: async () => (await import('@services/client/resources')).resources,
    request: (method, url, data) => client.request(method, url, data),
    runScript: async (source, names) => (await import('../script')).runScriptOfAction(source, names, host),
    toast: (kind, text, milliseconds) => {
      const right = kind === 'error' ? refusedRight(text) : undefined
      if (right === undefined || !mayAskWhy(host)) toast(kind, text, milliseconds)
      else
        void import('./refusal-message').then((shown) => shown.showRefusal(text, () => askWhy(host, right)))
    },
    offerUndo: async (text, milliseconds) => (await import('./undo-offer')).offerUndo(text, milliseconds),
    showObstacles: (message, obstacles) =>
      void import('./obstacles').then((shown) => shown.showObstacles(message, obstacles, navigate)),
    progress: showWorkOnUse,
    confirm: async (question) => (await importQuestions()).confirmYesOrNo(question),
    prompt: async (question) => (await importQuestions()).promptForValue(question),
    openRecord,
    openPage,
    chooseFlow,
    chooseRows,
    chooseApprover,
    importRows,
    may: mayBy(signedIn),
    navigate,
    nameAddress,
    openWindow: (url) => {
      window.open(url, '_blank', 'noopener')
    },
    download: (url, name) => client.download(url, name),
    chooseFiles,
    copy: (text) => navigator.clipboard.writeText(text),
    print: printPage,
  }
  return host
}

/** What stands around the page is left out (`page-print.css`). */
function printPage(part: 'page' | 'dialog' = 'page'): void {
  document.body.dataset['printing'] = part
  window.print()
  delete document.body.dataset['printing']
}

function mayBy({ permissions, user }: SignedIn): NonNullable<Host['may']> {
  return (module, button) => {
    const entry = permissions.find(({ enCode }) => enCode === module)
    if (!entry) return user.isAdministrator === true
    return !button || permissionsOf(entry, BY_BUTTON, user.isAdministrator === true).button(button)
  }
}

/** Calls that change records of a model. */
const RECORD_CALLS = 'onlineDevelopment.'

async function call(
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  options: { readonly signal?: AbortSignal } = {},
): Promise<CallResult> {
  const contract = callByName(name)
  const isUpload = contract?.wire === 'file' || contract?.wire === 'stream'
  const { file, ...rest } = input
  try {
    return await (isUpload
      ? client.upload(name, file as File, rest, options)
      : client.call(name, input, options))
  } catch (error) {
    noteRefusal(error)
    throw error
  } finally {
    // Refused or unanswered, it may have changed something all the same.
    if (contract && !isRead(contract)) {
      data.expire()
      // Whatever shows a record of the model, open beside, in another tab or under a popup, is read again.
      if (name.startsWith(RECORD_CALLS) && typeof rest['modelId'] === 'string')
        data.invalidate([recordsTag(rest['modelId'])])
    }
  }
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
