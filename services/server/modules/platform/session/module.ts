import { currentUserCalls } from '@services/contract/areas/platform/current-user'
import { onlineUserCalls } from '@services/contract/areas/platform/online-user'
import { sessionCalls } from '@services/contract/areas/platform/session'
import { signInCalls } from '@services/contract/areas/platform/sign-in'
import { FileReply, type ModuleServer, Reply, type ServerModule } from '../../../module'
import { forEveryone } from '../../../right'
import { IN_SIGHT } from '../../../unit-right'
import { listAccountRequests, removeAccountRequest } from './account-requests'
import { makeAdministrator } from './accounts'
import { accountOf, forgetOldAttempts, guessFrom, isCaptchaDue, standingOf } from './attempts'
import { makeCaptcha } from './captcha'
import { CODES } from './codes'
import { describeCurrentUser } from './current-user'
import { login, unlock } from './login'
import { endOnline, endOwnSession, listOnline, listOwnSessions } from './online'
import { changeMobile, modifyPassword, readBaseInfo, saveBaseInfo } from './profile'
import { setWork } from './proof'
import { hasRecovery, resetForgotten, sendPasswordCode } from './recovery'
import { createSessions } from './sessions'
import { loginByCode, phoneOf, sendCode } from './sms/codes'
import { smsProvider } from './sms/provider'
import { sessionMigrations } from './tables'
import { answerTicket, giveTicket, scanTicket, ticketStatus } from './tickets'
import { beginView, endView, VIEW_RIGHT } from './viewing'

const OWN = forEveryone('Of the caller alone')

/** Signing in and out, who is signed in, and what a person keeps about themselves. */
export const sessionModule: ServerModule = {
  name: 'session',
  migrations: sessionMigrations,
  register(server) {
    const { db, services, handle, options, log, onReady } = server
    services.sessions = createSessions(db, services)
    onReady(async () => {
      await forgetOldAttempts(db)
      await makeAdministrator(db, log, options.adminPassword)
    })

    handle(sessionCalls['session.login'], 'public', (context, input) => login(context, services, input))
    handle(sessionCalls['session.currentUser'], 'entering', (context) =>
      describeCurrentUser(context, services),
    )
    handle(sessionCalls['session.logout'], 'entering', async (context) => {
      if (context.user.viewedBy) await endView(context, services)
      else await services.sessions.end({ sessionIds: [context.user.sessionId] }, 'logout')
      return new Reply(null, context.text('@server.signedOut'))
    })
    handle(
      sessionCalls['session.view'],
      { code: VIEW_RIGHT, units: { select: { person: 'id' } } },
      (context, { id }) => beginView(context, services, id),
    )
    handle(sessionCalls['session.lockScreen'], 'entering', (context, input) => unlock(context, input))
    handle(sessionCalls['session.config'], 'public', async ({ ip }, { account }) => {
      const [standing, config] = await Promise.all([
        standingOf(db, guessFrom(ip, accountOf(account))),
        services.systemConfig.read(),
      ])
      return {
        enableVerificationCode: isCaptchaDue(standing, config) ? 1 : 0,
        verificationCodeNumber: config.verificationCodeNumber,
      }
    })
    handle(sessionCalls['session.captcha'], 'public', async (_context, { timestamp }) => {
      const { verificationCodeNumber } = await services.systemConfig.read()
      return new FileReply(await makeCaptcha(db, timestamp, verificationCodeNumber), 'image/png')
    })
    handle(sessionCalls['session.challenge'], 'public', async ({ ip }, { kind, id }) => {
      const guess = guessFrom(ip, kind === 'phone' ? phoneOf(id) : accountOf(id))
      return setWork(db, guess, await standingOf(db, guess))
    })
    handle(sessionCalls['session.updatePasswordMessage'], 'entering', ({ user }) => ({
      due: user.passwordDue !== null,
    }))

    handle(currentUserCalls['currentUser.baseInfo'], OWN, (context) => readBaseInfo(context, services))
    handle(currentUserCalls['currentUser.saveBaseInfo'], OWN, saveBaseInfo)
    handle(currentUserCalls['currentUser.changeMobile'], OWN, changeMobile)
    handle(currentUserCalls['currentUser.modifyPassword'], 'entering', (context, input) =>
      modifyPassword(context, services, input),
    )
    handle(currentUserCalls['currentUser.systemTheme'], OWN, async (context, input) => {
      const { theme, appearance, alarmSound, favourites } = input
      const changes = {
        ...(theme !== undefined && { theme }),
        ...(appearance !== undefined && { appearance: appearance && JSON.stringify(appearance) }),
        ...(alarmSound !== undefined && { alarm_sound: alarmSound }),
        ...(favourites !== undefined && { favourites }),
      }
      if (Object.keys(changes).length > 0)
        await db.updateTable('user_account').set(changes).where('id', '=', context.user.userId).execute()
    })
    handle(currentUserCalls['currentUser.systemLanguage'], OWN, async (context, { language }) => {
      await db.updateTable('user_account').set({ language }).where('id', '=', context.user.userId).execute()
    })
    handleWaysIn(server)
    handleOpenSessions(server)
  },
}

/** By ticket from a phone, and by a code to a mobile number. */
function handleWaysIn(server: ModuleServer): void {
  const { services, handle, log, options } = server
  const provider = smsProvider(services.outbound, log, options.demo)
  handle(signInCalls['session.loginConfig'], 'public', async () => {
    const config = await services.systemConfig.read()
    const { sysName, title, copyright, logoIcon, loginIcon, appIcon, navigationIcon } = config
    const sms = {
      hasSmsProvider: await services.outbound.hasSms(),
      entersByCode: await provider.isOn(),
      smsInterval: CODES.interval,
      smsLength: CODES.digits,
      resetsPassword: await hasRecovery(services),
    }
    return { sysName, title, copyright, logoIcon, loginIcon, appIcon, navigationIcon, ...sms }
  })
  handle(signInCalls['session.ticket'], 'public', giveTicket)
  handle(signInCalls['session.ticketStatus'], 'public', (context, { ticket }) =>
    ticketStatus(context, services, ticket),
  )
  handle(signInCalls['session.scanTicket'], OWN, (context, { scan }) => scanTicket(context, scan))
  handle(signInCalls['session.answerTicket'], OWN, answerTicket)
  handle(signInCalls['session.sendCode'], 'public', (context, input) => sendCode(context, provider, input))
  handle(signInCalls['session.loginByCode'], 'public', (context, input) =>
    loginByCode(context, services, input),
  )
  handle(signInCalls['session.sendPasswordCode'], 'public', (context, input) =>
    sendPasswordCode(context, server, input),
  )
  handle(signInCalls['session.resetPassword'], 'public', (context, input) =>
    resetForgotten(context, server, input),
  )
}

/** Who is signed in where, for administrators and for oneself. */
function handleOpenSessions({ services, handle }: ModuleServer): void {
  const { sessions } = services
  handle(
    onlineUserCalls['onlineUser.list'],
    { code: 'system.onlineUser', units: IN_SIGHT },
    (context, input) => listOnline(context, services, input),
  )
  handle(
    onlineUserCalls['onlineUser.endAll'],
    { code: 'system.onlineUser:btn_remove', units: { edit: { session: 'ids' } } },
    (context, { ids }) => endOnline(context, services, ids),
  )
  handle(
    onlineUserCalls['onlineUser.end'],
    { code: 'system.onlineUser:btn_remove', units: { edit: { session: 'id' } } },
    (context, { id }) => endOnline(context, services, [id]),
  )
  handle(onlineUserCalls['currentUser.sessions'], OWN, (context) => listOwnSessions(context, services))
  handle(onlineUserCalls['currentUser.endSession'], OWN, (context, { id }) =>
    endOwnSession(context, services, id),
  )
  handle(onlineUserCalls['currentUser.endOtherSessions'], OWN, async ({ user }) => {
    await sessions.end({ userId: user.userId, except: user.sessionId }, 'logout')
  })
  handle(onlineUserCalls['currentUser.logoutEverywhere'], 'entering', async ({ user, text }) => {
    await sessions.end({ userId: user.userId }, 'logout')
    return new Reply(null, text('@server.signedOut'))
  })
  handle(onlineUserCalls['accountRequest.list'], 'system.accountRequest', listAccountRequests)
  handle(onlineUserCalls['accountRequest.delete'], 'system.accountRequest:btn_remove', (context, { id }) =>
    removeAccountRequest(context, id),
  )
}
