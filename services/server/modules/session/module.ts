import { currentUserCalls } from '@services/contract/areas/current-user'
import { sessionCalls } from '@services/contract/areas/session'
import { FileReply, Reply, type ServerModule } from '../../module'
import { makeAdministrator } from './accounts'
import { failuresOf, LOCKING } from './attempts'
import { CAPTCHA_LENGTH, makeCaptcha } from './captcha'
import { describeCurrentUser } from './current-user'
import { makeDemoAccounts } from './demo'
import { login, unlock } from './login'
import { modifyPassword, readBaseInfo, saveBaseInfo } from './profile'
import { createSessions } from './sessions'
import { sessionMigrations } from './tables'

/** Signing in and out, who is signed in, and what a person keeps about themselves. */
export const sessionModule: ServerModule = {
  name: 'session',
  migrations: sessionMigrations,
  register({ db, services, handle, options, log, onReady }) {
    services.sessions = createSessions(db, services)
    onReady(async () => {
      const made = [
        await makeAdministrator(db, options.adminPassword),
        options.demo ? await makeDemoAccounts(db, services.rights, options.demoPassword) : null,
      ]
      for (const first of made)
        if (first?.isGenerated)
          log.info(`account ${first.account}, password ${first.password} (shown this once)`)
    })

    handle(sessionCalls['session.login'], 'public', (context, input) => login(context, services, input))
    handle(sessionCalls['session.currentUser'], 'session', (context) =>
      describeCurrentUser(context, services),
    )
    handle(sessionCalls['session.logout'], 'session', async (context) => {
      await services.sessions.end({ sessionId: context.user.sessionId }, 'logout')
      return new Reply(null, context.text('@server.signedOut'))
    })
    handle(sessionCalls['session.lockScreen'], 'session', (context, input) => unlock(context, input))
    handle(sessionCalls['session.config'], 'public', async (_context, { account }) => {
      // A locked account is told when it signs in; here it needs a captcha as any with failures does.
      const failures = await failuresOf(db, account).catch(() => LOCKING.lockAfter)
      return {
        enableVerificationCode: failures >= LOCKING.captchaAfter ? 1 : 0,
        verificationCodeNumber: CAPTCHA_LENGTH,
      }
    })
    handle(sessionCalls['session.captcha'], 'public', async (_context, { timestamp }) => {
      return new FileReply(await makeCaptcha(db, timestamp), 'image/svg+xml')
    })
    handle(sessionCalls['session.updatePasswordMessage'], 'session', async (context) => {
      const config = await services.systemConfig.read()
      const row = await db
        .selectFrom('user_account')
        .select('change_password_at')
        .where('id', '=', context.user.userId)
        .executeTakeFirst()
      return { due: config.mandatoryModificationOfInitialPassword === 1 && !row?.change_password_at }
    })

    handle(currentUserCalls['currentUser.baseInfo'], 'session', (context) => readBaseInfo(context, services))
    handle(currentUserCalls['currentUser.saveBaseInfo'], 'session', saveBaseInfo)
    handle(currentUserCalls['currentUser.modifyPassword'], 'session', (context, input) =>
      modifyPassword(context, services, input),
    )
    handle(currentUserCalls['currentUser.systemTheme'], 'session', async (context, { theme }) => {
      await db.updateTable('user_account').set({ theme }).where('id', '=', context.user.userId).execute()
    })
    handle(currentUserCalls['currentUser.systemLanguage'], 'session', async (context, { language }) => {
      await db.updateTable('user_account').set({ language }).where('id', '=', context.user.userId).execute()
    })
  },
}
