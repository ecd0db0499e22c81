import { Message } from '@arco-design/web-react'
import { announceDocumentChange } from '@renderers/document-changes'
import { useHost } from '@renderers/host'
// The file itself: the folder's index would bring the pages into this chunk.
import { expireDocuments } from '@renderers/page/documents'
import { dataOf } from '@runtime/data'
import { type DocumentProblem, sentenceOf } from '@runtime/document/problem'
import type { Host } from '@runtime/host'
import type { Live } from '@services/client'
import { useEffect, useRef } from 'react'
import { client } from './client'
import { language, switchLanguage, translate } from './language'
import { useLive } from './live'
import { lapse } from './sign-in/session'
import { fetchTexts } from './texts'

/** Entry of the menu that those have who write documents. */
const DESIGN = 'development.models'
/** Of the reasons why a file was refused so many are shown, for so many milliseconds. */
const MOST_TOLD = 3
const REFUSAL_SHOWN = 10_000
/** What is told when a person's messages have come or been read here or on another device. */
const MESSAGE_EVENTS = ['messagePush', 'messageRead'] as const
const MESSAGE_TAG = 'message'
const CONFIG_TAG = 'systemConfig'
/** Documents that the menu comes from. */
const MENU_FILES: ReadonlySet<string> = new Set(['menu.json', 'systems.json'])

/** Hears the server: documents, texts and the menu that changed on disk, and the end of the session (`spec/shell-and-monitoring.md §4`). */
export function LiveUpdates({ reloadMenu }: { readonly reloadMenu: () => void }) {
  const host = useHost()
  const { live } = useLive()
  const latest = useRef({ host, reloadMenu })
  latest.current = { host, reloadMenu }
  useEffect(() => {
    const ends = [
      live.on('documentChanged', (frame) => {
        documentChanged(String(frame['file'] ?? ''), latest.current)
        tellRefusals(frame['problems'], latest.current.host)
      }),
      live.on('logout', ({ token, msg }) => leave(token, msg)),
      // A person's own messages: the server tells them alone.
      ...MESSAGE_EVENTS.map((event) =>
        live.on(event, () => dataOf(latest.current.host).invalidate([MESSAGE_TAG])),
      ),
      live.on('changed', ({ tags }) => dataOf(latest.current.host).invalidate(tags)),
      live.on('authority', ({ isOwn }) => authorityChanged(isOwn, latest.current)),
      followReturn(live, () => {
        latest.current.reloadMenu()
        dataOf(latest.current.host).recover()
      }),
      // Names and icons come with the menu.
      live.on('refresh', () => {
        latest.current.reloadMenu()
        dataOf(latest.current.host).invalidate([CONFIG_TAG])
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [live])
  return null
}

/** Calls back when the connection is open again after it was lost: what was said in the meantime has not been heard. */
function followReturn(live: Live, back: () => void): () => void {
  let wasOpen = live.state === 'open'
  let isLost = false
  return live.onState((state) => {
    if (state === 'open' && isLost) back()
    isLost = state === 'open' ? false : wasOpen || isLost
    wasOpen = state === 'open'
  })
}

function documentChanged(
  file: string,
  { host, reloadMenu }: { readonly host: Host; readonly reloadMenu: () => void },
): void {
  const isTexts = file.startsWith('locales/')
  if (isTexts) void switchLanguage(language.current, fetchTexts, true)
  // The server says its names in the person's language.
  if (isTexts || MENU_FILES.has(file)) reloadMenu()
  expireDocuments(dataOf(host))
  announceDocumentChange(file)
}

/** Why a file could not be taken over is for those who write documents. */
function tellRefusals(problems: unknown, host: Host): void {
  if (!Array.isArray(problems) || host.may?.(DESIGN) === false) return
  for (const problem of (problems as readonly DocumentProblem[]).slice(0, MOST_TOLD))
    host.toast(
      'error',
      `schemas/${problem.file}:${problem.line}:${problem.column} ${sentenceOf(problem, host.text)}`,
      REFUSAL_SHOWN,
    )
}

/** Rights are asked for anew, and with them what is shown; what has been typed stays where it is. */
function authorityChanged(
  isOwn: boolean,
  { host, reloadMenu }: { readonly host: Host; readonly reloadMenu: () => void },
): void {
  reloadMenu()
  if (!isOwn) return
  dataOf(host).recover()
  host.toast('info', translate('@session.rightsChanged'))
}

function leave(token: string, message: string): void {
  // Of a session that this tab has left already: with another token, the gates ask anew who is signed in.
  if (token && token !== client.token.get()) return
  const reason = message || translate('@shell.sessionExpired')
  Message.warning(reason)
  lapse(reason)
  client.token.clear()
}
