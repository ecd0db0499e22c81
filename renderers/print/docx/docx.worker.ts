import { Packer } from 'docx'
import { wordDocumentOf } from './word-document'
import type { WordSource } from './word-source'

/** Asked with what a Word document is made of, answers `{ bytes }` or `{ error }`. */
addEventListener('message', async ({ data }: MessageEvent<WordSource>) => {
  try {
    postMessage({ bytes: await Packer.toArrayBuffer(wordDocumentOf(data)) })
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
