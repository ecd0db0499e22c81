import { Message } from '@arco-design/web-react'
import { announceDocumentChange } from '@renderers/document-changes'
import { useHost } from '@renderers/host'
import type { Host } from '@runtime/host'
import { useEffect, useRef } from 'react'
import { client } from './client'
import { language, say, switchLanguage } from './language'
import { useLive } from './live'
import { lapse } from './sign-in/session'
import { fetchTexts } from './texts'

const REFRESH_DELAY = 2000

/** Hears the server: documents, texts and the menu that changed on disk, and the end of the session (`spec/shell-and-monitoring.md §4`). */
export function LiveUpdates({
  reloadMenu,
  reloadPage = () => location.reload(),
}: {
  readonly reloadMenu: () => void
  readonly reloadPage?: () => void
}) {
  const host = useHost()
  const { live } = useLive()
  const latest = useRef({ host, reloadMenu, reloadPage })
  latest.current = { host, reloadMenu, reloadPage }
  useEffect(() => {
    const ends = [
      live.on('documentChanged', (frame) =>
        documentChanged(String(frame['file'] ?? ''), latest.current.reloadMenu),
      ),
      live.on('logout', ({ token, msg }) => leave(token, msg)),
      live.on('refresh', ({ msg }) => refresh(msg, latest.current)),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [live])
  return null
}

function documentChanged(file: string, reloadMenu: () => void): void {
  if (file.startsWith('locales/')) void switchLanguage(language.current, fetchTexts, true)
  if (file === 'menu.json') reloadMenu()
  announceDocumentChange(file)
}

function leave(token: string, message: string): void {
  // Of a session that this tab has left already: with another token, the gates ask anew who is signed in.
  if (token && token !== client.token.get()) return
  const reason = message || say('@shell.sessionExpired')
  Message.warning(reason)
  lapse(reason)
  client.token.clear()
}

function refresh(
  message: string,
  { host, reloadPage }: { readonly host: Pick<Host, 'toast'>; readonly reloadPage: () => void },
): void {
  if (message === '') {
    reloadPage()
    return
  }
  host.toast('info', message, REFRESH_DELAY)
  setTimeout(reloadPage, REFRESH_DELAY)
}
