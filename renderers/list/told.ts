import { CallError, type Host } from '@runtime/host'
import { TOAST } from './record-reading'

/** Waits for work; what the server refused is said. */
export async function told(host: Host, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (problem) {
    const text = problem instanceof CallError ? problem.message : host.text('@view.loadFailed')
    host.toast('error', text, TOAST)
  }
}
