import type { ScriptInput, ScriptJob, ScriptTurn } from '@runtime/script'

/** What the worker of the sandbox is told; answers carry the number of the message. */
export type ToSandbox = { readonly message: number; readonly id: number } & (
  | { readonly kind: 'start'; readonly job: ScriptJob }
  | {
      readonly kind: 'answer'
      readonly number: number
      readonly fine: boolean
      readonly data: unknown
      readonly values: ScriptInput['formData']
    }
  | { readonly kind: 'stop' }
)

/** Its first word is that it stands ready; `turn` is absent where a run is over, `error` is the sandbox's own failure. */
export type FromSandbox =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'turn'; readonly message: number; readonly turn?: ScriptTurn }
