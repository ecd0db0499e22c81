import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing } from '../../envelope'
import { Flag } from '../../fields'
import { PasswordText, Proof } from './session'

/** A mobile number (`spec/shell-and-monitoring.md §5`). */
export const MOBILE_NUMBER = '^1[3-9]\\d{9}$'

const Mobile = Type.String({ maxLength: 11, pattern: MOBILE_NUMBER, title: '@server.mobilePhone' })
/** As signing in takes it: `mobile@account` is a sub-account. */
const Account = Type.String({ minLength: 1, maxLength: 100, title: '@server.account' })
const SixDigits = Type.String({ maxLength: 6, pattern: '^\\d{6}$', title: '@server.captcha' })
const Key = (title?: string) =>
  Type.String({ maxLength: 100, pattern: '^[\\w-]{8,100}$', ...(title === undefined ? {} : { title }) })

/** What signing in answers. */
export const Entered = Type.Object({ token: Type.String(), theme: Type.String() })

/** Who asks to be let in by a ticket, as the phone shows it before it says yes. */
const Requester = Type.Object({
  /** Two digits that stand on both screens. */
  check: Type.String(),
  browser: Type.String(),
  system: Type.String(),
  ip: Type.String(),
  /** Milliseconds since 1970. */
  askedAt: Type.Number(),
})

/** Ways to sign in besides account and password, by name (`spec/shell-and-monitoring.md §2.3`). */
export const signInCalls = {
  'session.loginConfig': defineCall({
    name: 'session.loginConfig',
    method: 'GET',
    path: '/api/oauth/getLoginConfig',
    summary: 'What the sign-in page needs to know before anybody is known',
    response: Type.Object({
      sysName: Type.String(),
      title: Type.String(),
      copyright: Type.String(),
      logoIcon: Type.String(),
      loginIcon: Type.String(),
      appIcon: Type.String(),
      navigationIcon: Type.String(),
      /** False: codes are not sent to phones; the demo writes them to the server's log. */
      hasSmsProvider: Type.Boolean(),
      /** False: nobody can be sent a code, so there is no sign-in by one. */
      entersByCode: Type.Boolean(),
      /** Seconds after which another code may be asked for. */
      smsInterval: Type.Integer(),
      /** Digits of a code. */
      smsLength: Type.Integer(),
      /** Whether who has forgotten the password can be sent a code for another: mails or short messages leave. */
      resetsPassword: Type.Boolean(),
    }),
  }),
  'session.ticket': defineCall({
    name: 'session.ticket',
    method: 'GET',
    path: '/api/oauth/getTicket',
    summary: 'A ticket by which a phone lets this browser in',
    response: Type.Object({
      /** Known to this browser alone; its status is asked for with it. */
      ticket: Type.String(),
      /** What the QR code carries. */
      scan: Type.String(),
      check: Type.String(),
      /** Seconds. */
      expiresIn: Type.Integer(),
    }),
  }),
  'session.ticketStatus': defineCall({
    name: 'session.ticketStatus',
    method: 'GET',
    path: '/api/oauth/getTicketStatus/:ticket',
    summary: 'What has become of a ticket; a confirmed one is answered with a token, once',
    params: Type.Object({ ticket: Key() }),
    response: Type.Object({
      status: Type.Union([
        Type.Literal('waiting'),
        Type.Literal('scanned'),
        Type.Literal('confirmed'),
        Type.Literal('refused'),
        Type.Literal('expired'),
      ]),
      token: Type.Optional(Type.String()),
      theme: Type.Optional(Type.String()),
    }),
  }),
  'session.scanTicket': defineCall({
    name: 'session.scanTicket',
    method: 'GET',
    path: '/api/oauth/scanTicket/:scan',
    summary: 'On the phone: who asks to be let in',
    params: Type.Object({ scan: Key() }),
    response: Requester,
  }),
  'session.answerTicket': defineCall({
    name: 'session.answerTicket',
    method: 'POST',
    path: '/api/oauth/answerTicket/:scan',
    summary: 'On the phone: let the other browser in, or do not',
    params: Type.Object({ scan: Key() }),
    body: Type.Object({ accept: Type.Boolean() }),
    response: Nothing,
  }),
  'session.sendCode': defineCall({
    name: 'session.sendCode',
    method: 'POST',
    path: '/api/oauth/sendCode',
    summary: 'Send a code to a mobile number',
    body: Type.Object({
      mobilePhone: Mobile,
      /** What the captcha image shows, with the image's `timestamp`. */
      code: Type.String({ minLength: 1, maxLength: 20, title: '@server.captcha' }),
      timestamp: Type.String({ minLength: 1, maxLength: 64 }),
      /** The work done for a challenge (`session.challenge` of the number). */
      proof: Type.Optional(Proof),
    }),
    response: Type.Object({
      /** Seconds until another may be asked for. */
      interval: Type.Integer(),
      /** Seconds for which the code is good. */
      expiresIn: Type.Integer(),
    }),
  }),
  'session.loginByCode': defineCall({
    name: 'session.loginByCode',
    method: 'POST',
    path: '/api/oauth/LoginByCode',
    summary: 'Sign in with a mobile number and the code that was sent to it, or ask for an account',
    wire: 'form',
    body: Type.Object({
      mobilePhone: Mobile,
      code: SixDigits,
      /** For a number without an account: who asks for one. */
      companyName: Type.Optional(Type.String({ maxLength: 100, title: '@session.companyName' })),
      contact: Type.Optional(Type.String({ maxLength: 50, title: '@session.contact' })),
    }),
    response: Type.Object({
      /** Absent: an account was asked for. */
      token: Type.Optional(Type.String()),
      theme: Type.Optional(Type.String()),
    }),
  }),
  'session.sendPasswordCode': defineCall({
    name: 'session.sendPasswordCode',
    method: 'POST',
    path: '/api/oauth/sendPasswordCode',
    summary: 'Send a code for a forgotten password to the mail or the proved number of an account',
    body: Type.Object({
      account: Account,
      /** What the captcha image shows, with the image's `timestamp`. */
      code: Type.String({ minLength: 1, maxLength: 20, title: '@server.captcha' }),
      timestamp: Type.String({ minLength: 1, maxLength: 64 }),
      /** The work done for a challenge (`session.challenge` of the account). */
      proof: Type.Optional(Proof),
    }),
    /** The same for every account, whether there is one or not. */
    response: Type.Object({
      /** Seconds until another may be asked for. */
      interval: Type.Integer(),
      /** Seconds for which the code is good. */
      expiresIn: Type.Integer(),
      /** What the new password has to be. */
      policy: Type.Object({
        passwordStrengthLimit: Flag,
        passwordLengthMin: Flag,
        passwordLengthMinNumber: Type.Integer(),
        containsNumbers: Flag,
        includeLowercaseLetters: Flag,
        includeUppercaseLetters: Flag,
        containsCharacters: Flag,
      }),
    }),
  }),
  'session.resetPassword': defineCall({
    name: 'session.resetPassword',
    method: 'POST',
    path: '/api/oauth/resetPassword',
    summary: 'Set a forgotten password anew by the code that was sent; ends every session of the account',
    body: Type.Object({
      account: Account,
      code: SixDigits,
      /** MD5 of what was typed. */
      password: Type.String({ maxLength: 32, pattern: '^[0-9a-fA-F]{32}$', title: '@server.newPassword' }),
      passwordText: Type.Optional(PasswordText),
    }),
    response: Nothing,
  }),
} as const
