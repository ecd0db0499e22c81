import type { Printout } from '../printout'
import { PIXELS_PER_MM } from '../units'
import { wordSource } from './word-source'

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** Milliseconds after which a document that is still being made is given up. */
const LONGEST = 120_000

/** A printout as a Word document (.docx), made beside the page: a thousand rows take seconds. */
export async function docxOf(printout: Printout, signal: AbortSignal): Promise<Blob> {
  const { left, right } = printout.page.margins
  const source = await wordSource(printout, printout.width - (left + right) * PIXELS_PER_MM)
  signal.throwIfAborted()
  const worker = new Worker(new URL('./docx.worker.ts', import.meta.url), { type: 'module' })
  let late: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Blob>((resolve, reject) => {
      late = setTimeout(() => reject(new Error('timeout')), LONGEST)
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.onmessage = ({
        data,
      }: MessageEvent<{ readonly bytes?: ArrayBuffer; readonly error?: string }>) => {
        if (data.bytes) resolve(new Blob([data.bytes], { type: TYPE }))
        else reject(new Error(data.error))
      }
      worker.onerror = (event) => reject(new Error(event.message))
      worker.postMessage(source)
    })
  } finally {
    clearTimeout(late)
    worker.terminate()
  }
}
