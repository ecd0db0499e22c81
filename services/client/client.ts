import { CallError, type CallResult } from '@runtime/host'
import type { Language } from '@runtime/text'
import axios, { type AxiosInstance, type AxiosResponse, isCancel } from 'axios'
import type { Call, InputOf, ResponseOf } from '../contract/call'
import type { CallName, calls } from '../contract/calls'
import { CODE } from '../contract/code'
import { gateCallByName } from '../contract/gate-calls'
import { type DownloadedFile, nameFrom, saveAddress, saveFile } from './file'
import { createSharing } from './sharing'
import { clientText } from './texts'
import { createTokenStore, type TokenStore } from './token'
import { openEnvelope, type PreparedCall, prepare, prepareRequest, stamped } from './wire'

type Calls = typeof calls
/** The flat input of a call known by name; anything for a name that comes out of a document. */
export type CallInput<N extends string> = N extends CallName
  ? InputOf<Calls[N]>
  : Readonly<Record<string, unknown>>
export type CallAnswer<N extends string> = N extends CallName
  ? { readonly data: ResponseOf<Calls[N]>; readonly msg: string }
  : CallResult

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface UploadOptions {
  readonly signal?: AbortSignal
  /** Told the share sent, 0 to 1. */
  readonly onProgress?: (share: number) => void
}

export interface ClientOptions {
  /** Scheme and host, or empty for the page's own. */
  readonly baseUrl: string
  readonly language: Language | (() => Language)
  /** The session is over (600, 601, 602); called once, after the token is gone. */
  readonly onSessionEnd: (code: number, message: string) => void
  readonly token?: TokenStore
  readonly now?: () => number
}

/** The way to the server: every call of the contract by name. A refusal is thrown as `CallError`, code 0 when nothing answered. */
export interface Client {
  call<N extends string>(name: N, input?: CallInput<N>, options?: CallOptions): Promise<CallAnswer<N>>
  upload<N extends string>(
    name: N,
    file: File | Blob,
    input?: Readonly<Record<string, unknown>>,
    options?: UploadOptions,
  ): Promise<CallAnswer<N>>
  /** A request that no contract names, for scripts of models: an address below `/api/`; data of a GET are its query. */
  request(method: string, url: string, data?: unknown): Promise<CallResult>
  /** The bytes behind an address of the server, with the session's token. */
  fetchFile(url: string, options?: { readonly signal?: AbortSignal }): Promise<DownloadedFile>
  /** Saves what `url` serves or a `blob:` address holds, under `name` or the name the server gave. */
  download(url: string, name?: string): Promise<void>
  readonly token: TokenStore
}

export function createClient(options: ClientOptions): Client {
  const token = options.token ?? createTokenStore()
  const sharing = createSharing<CallResult>()
  const send = createSender(options, token)

  const request = async (name: string, prepared: PreparedCall, signal?: AbortSignal): Promise<CallResult> => {
    if (prepared.config.method !== 'GET') return send(prepared, signal)
    const key = `${token.get()} ${languageOf(options)} ${name} ${prepared.key}`
    return sharing.run(key, signal, (shared) => send(prepared, shared))
  }

  const call = async (
    name: string,
    input: Readonly<Record<string, unknown>> = {},
    { signal }: CallOptions = {},
  ): Promise<CallResult> => {
    return request(name, prepare(await contractOf(name, options), input), signal)
  }

  const upload = async (
    name: string,
    file: File | Blob,
    input: Readonly<Record<string, unknown>> = {},
    { signal, onProgress }: UploadOptions = {},
  ): Promise<CallResult> => {
    const prepared = prepare(await contractOf(name, options), input, file)
    const onUploadProgress = (event: { readonly progress?: number }) => onProgress?.(event.progress ?? 0)
    return send({ ...prepared, config: { ...prepared.config, onUploadProgress } }, signal)
  }

  const fetchFile: Client['fetchFile'] = async (url, { signal } = {}) => {
    const prepared: PreparedCall = {
      key: url,
      config: { method: 'GET', url, responseType: 'blob', timeout: 0 },
    }
    return (await send(prepared, signal)).data as DownloadedFile
  }

  return {
    // The generic signatures only narrow what these accept and answer.
    call: call as Client['call'],
    upload: upload as Client['upload'],
    request: (method, url, data) => send(prepareRequest(method, url, data)),
    fetchFile,
    download: async (url, name) => {
      if (url.startsWith('blob:')) return saveAddress(url, name ?? '')
      const file = await fetchFile(url)
      saveFile(name ? { ...file, name } : file)
    },
    token,
  }
}

/** The contract of the whole product comes with the workspace; the gate does without. */
async function contractOf(name: string, options: ClientOptions): Promise<Call> {
  const contract = gateCallByName(name) ?? (await wholeContract(options))(name)
  if (!contract) throw new CallError(CODE.notFound, clientText(languageOf(options), 'unknownCall', name))
  return contract
}

async function wholeContract(options: ClientOptions) {
  try {
    return (await import('../contract/calls')).callByName
  } catch {
    throw new CallError(0, clientText(languageOf(options), 'failed'))
  }
}

function languageOf({ language }: ClientOptions): Language {
  return typeof language === 'function' ? language() : language
}

/** Sends one prepared call, opens the answer and ends the session when the server says that it is over. */
function createSender(options: ClientOptions, token: TokenStore) {
  const now = options.now ?? Date.now
  // The server's envelope tells success from refusal; an HTTP status alone is no error here.
  const http: AxiosInstance = axios.create({ baseURL: options.baseUrl, validateStatus: () => true })

  return async ({ config }: PreparedCall, signal?: AbortSignal): Promise<CallResult> => {
    const language = languageOf(options)
    const sentWith = token.get()
    const headers = headersOf(sentWith, language)
    const url = stamped(config.url ?? '', now())
    try {
      const response = await http.request({ ...config, url, headers, ...(signal ? { signal } : {}) })
      return config.responseType === 'blob'
        ? await openBytes(response, language)
        : openEnvelope(response, language)
    } catch (error) {
      if (isCancel(error)) throw signal?.reason ?? new DOMException('Aborted', 'AbortError')
      if (!(error instanceof CallError)) throw new CallError(0, clientText(language, 'failed'))
      // Many calls may be under way when the session ends: the first one says so, the rest find the token changed.
      if (isSessionEnd(error.code) && token.get() === sentWith) {
        token.clear()
        options.onSessionEnd(error.code, error.message)
      }
      throw error
    }
  }
}

function isSessionEnd(code: number): boolean {
  return code === CODE.noSession || code === CODE.signedInElsewhere || code === CODE.ended
}

function headersOf(token: string | null, language: Language): Record<string, string> {
  return {
    ...(token ? { Authorization: token } : {}),
    // The documented header is `origin: pc`; a browser forbids setting it, so it travels as `x-origin`.
    'x-origin': 'pc',
    'x-language': language,
  }
}

/** Bytes as they came, or the refusal that came instead of them. */
async function openBytes(response: AxiosResponse, language: Language): Promise<CallResult> {
  const type = String(response.headers['content-type'] ?? '')
  const refused = type.startsWith('application/json') && !response.headers['content-disposition']
  if (refused) {
    const text = response.data instanceof Blob ? await response.data.text() : String(response.data)
    return openEnvelope({ ...response, data: parsed(text) }, language)
  }
  if (response.status >= 400) throw new CallError(response.status, clientText(language, 'failed'))
  const name = nameFrom(String(response.headers['content-disposition'] ?? ''))
  return { data: { blob: response.data as Blob, name } satisfies DownloadedFile, msg: '' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
