import { newId } from '@runtime/id'
import { outboundCalls as calls } from '@services/contract/areas/platform/outbound'
import type { InputOf } from '@services/contract/call'
import { type CallContext, Reply, type ServerModule, type Tx } from '../../../module'
import { allowedHosts } from '../../../outgoing/hosts'
import { type Carriers, createCarriers, type OutboundKind } from './carriers'
import { dingtalkPart } from './dingtalk'
import { mailPart } from './mail'
import { type Part, readPart, savePart, sealPart, shownPart } from './parts'
import { asRefusal, OutboundProblem } from './problem'
import { smsPart } from './sms'
import { wecomPart } from './wecom'

declare module '../../../module' {
  interface Services {
    outbound: Pick<Carriers, 'hasMail' | 'hasSms' | 'ready' | 'sendCode' | 'syncs' | 'call'> & {
      /**
       * Sends a message by way of the outbox: it leaves when what it tells of is committed, at least once, and is tried for a day.
       * @param to an address, a number, or somebody's id at WeCom or DingTalk
       */
      send(kind: OutboundKind, to: string, content: Content, tx?: Tx): Promise<void>
      /** The same for many letters, each written by `writer` at the moment at which it leaves. */
      sendLetters(writer: string, letters: readonly OutboundLetter[], tx?: Tx): Promise<void>
      /** Says who writes letters. */
      write(writer: string, write: Writer): void
    }
  }
}

/** What is sent. */
export interface Content {
  /** Shown in the outbox; no secret. */
  readonly title: string
  readonly text: string
  /** What it is about: the same twice is sent once. */
  readonly key?: string
  /** For a text that tells a code: providers of short messages fill it into a template of its own. */
  readonly code?: string
  /** After this it is worth nothing, and does not leave any more. */
  readonly until?: Date
}

/** What is put into the outbox of a letter that is written later. */
export interface OutboundLetter extends Omit<Content, 'text'> {
  readonly kind: OutboundKind
  readonly to: string
  readonly key: string
  /** What its writer needs. */
  readonly about: unknown
  readonly notBefore?: Date | undefined
}

/** A letter that is to leave now. */
export interface LetterAsked {
  readonly kind: OutboundKind
  readonly to: string
  readonly about: unknown
}

export interface Written {
  readonly title: string
  readonly text: string
  readonly code?: string
  /** Of a mail alone. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A letter; or when it may leave, where that is not now; undefined: by now it is not to leave any more. */
type Writer = (letter: LetterAsked) => Promise<Written | { readonly notBefore: Date } | undefined>
type Payload = Pick<Content, 'text' | 'code'> | { readonly writer: string; readonly about: unknown }

const SEE = 'system.config'
const EDIT = `${SEE}:btn_edit`

/** What leaves the server, and by whom it is carried. */
export const outboundModule: ServerModule = {
  name: 'outbound',
  register({ db, pools, services, options, handle, onReady }) {
    const { secrets, outbox } = services
    const carriers = createCarriers(db, secrets, options, allowedHosts(options.httpHosts ?? []))
    const send = (
      kind: OutboundKind,
      target: string,
      { title, key = newId(), until, ...payload }: Content,
      tx?: Tx,
    ) => outbox.put({ channel: kind, key: `${kind}/${target}/${key}`, target, title, payload, until }, tx)
    const writers = new Map<string, Writer>()
    services.outbound = {
      ...carriers,
      send,
      write: (writer, write) => void writers.set(writer, write),
      sendLetters: (writer, letters, tx) =>
        outbox.putAll(
          letters.map(({ kind, to, key, about, ...parcel }) => ({
            ...{ ...parcel, channel: kind, key: `${kind}/${to}/${key}`, target: to },
            payload: { writer, about } satisfies Payload,
          })),
          tx,
        ),
    }
    /** @throws OutboundProblem for a letter that is not to leave now, or not any more */
    const written = async (
      kind: OutboundKind,
      to: string,
      title: string,
      payload: Payload,
    ): Promise<Written> => {
      if ('text' in payload) return { title, ...payload }
      const letter = await writers.get(payload.writer)?.({ kind, to, about: payload.about })
      if (!letter) throw new OutboundProblem('@outbound.unwanted', {}, true)
      if ('notBefore' in letter)
        throw new OutboundProblem('@outbound.quiet', {}, false, undefined, letter.notBefore)
      return letter
    }
    onReady(async () => {
      let locked = 0
      for (const part of [mailPart, smsPart, wecomPart, dingtalkPart])
        locked += await sealPart(pools.owner, secrets, part as Part<never>)
      secrets.report('outbound', locked)
    })
    for (const kind of Object.keys(carriers.send) as OutboundKind[])
      outbox.carry(kind, {
        send: async ({ id, target, title, payload }) =>
          carriers.send[kind]({
            ...{ id, to: target },
            ...(await written(kind, target, title, payload as Payload)),
          }),
        failureOf: (error) => (error instanceof OutboundProblem ? error : undefined),
      })

    /** Sends a test at once and says what was answered, or puts one into the outbox. */
    const test = async (
      context: CallContext,
      kind: OutboundKind,
      to: string,
      isQueued: number | null | undefined,
    ) => {
      const { sysName } = await services.systemConfig.read()
      const title = context.text('@outbound.testSubject', { name: sysName })
      const text = context.text('@outbound.testText', { name: sysName, person: context.user.userName })
      const audit = () => context.audit({ action: `${kind}Config.test`, target: to })
      if (isQueued === 1) {
        await send(kind, to, { title, text })
        await audit()
        return new Reply({ answer: '' }, context.text('@outbound.queued'))
      }
      const answer = await asRefusal(() => carriers.send[kind]({ to, title, text }))
      await audit()
      return new Reply({ answer }, context.text('@outbound.tested', { to, answer }))
    }
    /** Asks for a token alone. */
    const testToken = async (context: CallContext, kind: OutboundKind, ask: () => Promise<string>) => {
      const answer = await asRefusal(ask)
      await context.audit({ action: `${kind}Config.test`, target: kind })
      return new Reply({ answer }, context.text('@outbound.connected', { answer }))
    }

    handle(calls['mailConfig.read'], SEE, async () => shownPart(mailPart, await readPart(db, mailPart)))
    handle(calls['smsConfig.read'], SEE, async () => shownPart(smsPart, await readPart(db, smsPart)))
    handle(calls['wecomConfig.read'], SEE, async () => shownPart(wecomPart, await readPart(db, wecomPart)))
    handle(calls['dingtalkConfig.read'], SEE, async () =>
      shownPart(dingtalkPart, await readPart(db, dingtalkPart)),
    )
    const saved = (context: CallContext) => new Reply(null, context.text('@server.saved'))
    handle(calls['mailConfig.save'], EDIT, async (context, given) => {
      await savePart(context, secrets, mailPart, given)
      return saved(context)
    })
    handle(calls['smsConfig.save'], EDIT, async (context, given) => {
      await savePart(context, secrets, smsPart, given)
      return saved(context)
    })
    handle(calls['wecomConfig.save'], EDIT, async (context, given) => {
      await savePart(context, secrets, wecomPart, given)
      return saved(context)
    })
    handle(calls['dingtalkConfig.save'], EDIT, async (context, given) => {
      await savePart(context, secrets, dingtalkPart, given)
      return saved(context)
    })
    handle(calls['mailConfig.test'], EDIT, (context, { to, isQueued }) => test(context, 'mail', to, isQueued))
    handle(calls['smsConfig.test'], EDIT, (context, { to, isQueued }) => test(context, 'sms', to, isQueued))
    type TestInput = InputOf<(typeof calls)['wecomConfig.test']>
    const testPerson = (kind: 'wecom' | 'dingtalk') => (context: CallContext, input: TestInput) => {
      const { type, to, isQueued } = input
      if (type === '0' && to) return test(context, kind, to, isQueued)
      return testToken(context, kind, () => carriers.token(kind, type === '0' ? 'agent' : 'directory'))
    }
    handle(calls['wecomConfig.test'], EDIT, testPerson('wecom'))
    handle(calls['dingtalkConfig.test'], EDIT, testPerson('dingtalk'))
  },
}
