import type { Challenge } from '@runtime/proof/work'
import { client } from '../client'

/**
 * The work that a guess at an account, or the sending of a code to a phone, has to prove: asked for and done beside the page,
 * in a fraction of a second at first and in some seconds after many failures.
 */
export async function proveWork(kind: 'account' | 'phone', id: string): Promise<string> {
  const { data } = await client.call('session.challenge', { kind, id })
  return solve(data)
}

function solve(challenge: Challenge): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), {
      type: 'module',
      name: 'proof',
    })
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = ({ message }) => {
      worker.terminate()
      reject(new Error(message))
    }
    worker.postMessage(challenge)
  })
}
