import type { HostFile } from '@runtime/files'
import type { Host } from '@runtime/host'
import { UPLOAD_TOAST } from '@runtime/widget/files'
import type { Editor } from '@tiptap/core'

/** The width that a picture has at first, in CSS pixels. */
const WIDTH = '200'

/** Lets a person choose pictures and puts them in where the caret is. */
export async function choosePictures(editor: Editor, host: Host): Promise<void> {
  await sendPictures(editor, host, await host.chooseFiles({ accept: 'image/*', multiple: true }))
}

/** Pictures go to the server first and into the template by their address. */
export async function sendPictures(editor: Editor, host: Host, files: readonly HostFile[]): Promise<void> {
  if (!host.files) return
  for (const file of files) {
    if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') {
      host.toast('error', host.text('@files.notImage'), UPLOAD_TOAST)
      continue
    }
    try {
      const { url } = await host.files.uploadImage(file, { type: 'annexpic' })
      if (editor.isDestroyed) return
      const picture = { type: 'picture', attrs: { src: url, kept: { width: WIDTH } } }
      editor.view.focus()
      editor.commands.insertContent(picture)
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      host.toast('error', reason || host.text('@files.failed'), UPLOAD_TOAST)
    }
  }
}
