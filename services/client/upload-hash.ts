import { UnreadableFile } from '@runtime/files'

/**
 * The MD5 of a file, computed beside the page.
 * @throws UnreadableFile
 */
export function hashOf(file: Blob, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./upload-hash.worker.ts', import.meta.url), { type: 'module' })
    const end = () => worker.terminate()
    signal.addEventListener('abort', () => {
      end()
      reject(signal.reason)
    })
    worker.onmessage = ({ data }: MessageEvent<{ readonly hash?: string; readonly error?: string }>) => {
      end()
      if (data.hash === undefined) reject(new UnreadableFile(data.error))
      else resolve(data.hash)
    }
    worker.onerror = (event) => {
      end()
      reject(new UnreadableFile(event.message))
    }
    worker.postMessage(file)
  })
}
