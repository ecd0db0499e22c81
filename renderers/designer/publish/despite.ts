import { CallError, type Host } from '@runtime/host'
import { asRecord } from '@runtime/json'
import { CODE } from '@services/client'

/** Sends; where most of the form does nothing here whoever wants it all the same says so, and it is sent again. */
export async function sendDespite<T>(host: Host, send: (more: object) => Promise<T>): Promise<T> {
  try {
    return await send({})
  } catch (error) {
    if (!isMostlyInert(error) || !(await host.confirm({ text: error.message, danger: true }))) throw error
    return send({ despite: 1 })
  }
}

function isMostlyInert(error: unknown): error is CallError {
  return (
    error instanceof CallError && error.code === CODE.conflict && asRecord(error.data)['inert'] !== undefined
  )
}
