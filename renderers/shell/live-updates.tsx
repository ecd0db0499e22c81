import { Message } from '@arco-design/web-react'
import { announceDocumentChange } from '@renderers/document-changes'
import { useHost } from '@renderers/host'
import { connectSocket, type Frame } from '@services/client'
import { useEffect, useRef } from 'react'
import { client } from './client'
import { language, say, switchLanguage } from './language'
import { endSession } from './session'
import { fetchTexts } from './texts'

const REFRESH_DELAY = 2000

/** Hears the server: documents, texts and the menu that changed on disk, and the end of the session (`spec/shell-and-monitoring.md §4`). */
export function LiveUpdates({ reloadMenu }: { readonly reloadMenu: () => void }) {
  const host = useHost()
  const hear = useRef<(frame: Frame) => void>(() => undefined)
  hear.current = (frame) => {
    const file = String(frame['file'] ?? '')
    if (frame.method === 'documentChanged') {
      if (file.startsWith('locales/')) void switchLanguage(language.current, fetchTexts, true)
      if (file === 'menu.json') reloadMenu()
      announceDocumentChange(file)
    }
    if (frame.method === 'logout') leave(String(frame['msg'] ?? ''))
    if (frame.method === 'refresh') refresh(String(frame['msg'] ?? ''), host.toast)
  }
  useEffect(() => {
    const token = client.token.get()
    if (!token) return undefined
    const socket = connectSocket(token, (frame) => hear.current(frame))
    return () => socket.close()
  }, [])
  return null
}

function leave(message: string): void {
  const reason = message || say('@shell.sessionExpired')
  Message.warning(reason)
  client.token.clear()
  endSession(reason)
}

function refresh(message: string, toast: (kind: 'info', text: string, milliseconds: number) => void): void {
  if (message === '') {
    location.reload()
    return
  }
  toast('info', message, REFRESH_DELAY)
  setTimeout(() => location.reload(), REFRESH_DELAY)
}
