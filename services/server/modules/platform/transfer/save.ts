import { Readable } from 'node:stream'
import type { CallContext, Services } from '../../../module'

/** Keeps a spreadsheet that the server has made for its caller for a day; its address works for ten minutes. */
export async function keepSheet(
  context: CallContext,
  services: Services,
  name: string,
  bytes: Uint8Array,
): Promise<{ readonly url: string; readonly name: string }> {
  const file = await services.files.keep(
    context,
    { name, body: Readable.from([Buffer.from(bytes)]) },
    'export',
  )
  return { url: await services.files.address(file.id), name: file.name }
}
