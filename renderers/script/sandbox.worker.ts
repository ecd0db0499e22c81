import variant from '@jitl/quickjs-wasmfile-release-sync'
import wasmUrl from '@jitl/quickjs-wasmfile-release-sync/wasm?url'
import { Sandbox } from '@runtime/script/sandbox'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import type { FromSandbox, ToSandbox } from './messages'

/**
 * The interpreter of models' scripts, in a worker of its own: the server gives this file the one policy that lets
 * WebAssembly start, and the page may end it at any time.
 */
const load = () => newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmLocation: wasmUrl }))
const sandbox = new Sandbox(load)
const tell = (message: FromSandbox) => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<ToSandbox>) => {
  const { message, id } = data
  try {
    if (data.kind === 'stop') sandbox.stop(id)
    else {
      const turn =
        data.kind === 'start'
          ? await sandbox.start(id, data.job)
          : sandbox.answer(id, data.number, data.fine, data.data, data.values)
      tell({ kind: 'turn', message, ...(turn && { turn }) })
    }
  } catch (error) {
    tell({ kind: 'failed', error: String(error) })
  }
}

// The interpreter is fetched before the first script counts its time.
sandbox.prepare().then(
  () => tell({ kind: 'ready' }),
  (error: unknown) => tell({ kind: 'failed', error: String(error) }),
)
