import type { Translate } from '@runtime/host'
import type { FastifyRequest } from 'fastify'
import { type Locales, languageOf } from '../locales'
import type { CallContext, Db, Services, SessionUser } from '../module'
import { isPublic, type Right } from '../right'
import { noRight, passwordDue } from './errors'

/** Who calls where no session is needed and none is given. */
const NOBODY: SessionUser = {
  sessionId: '',
  userId: '',
  userAccount: '',
  userName: '',
  isAdministrator: false,
  passwordDue: null,
}

/** The token of a request: the bare `Authorization` header of the wire, or a bearer's. */
export function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^bearer\s+/i, '').trim()
}

/** How a caller is spoken to: in the language that the request names. */
export function translateFor(request: FastifyRequest, locales: Locales): Translate {
  return locales.translator(languageOf(request.headers)).text
}

/** Finds out who calls; a session is needed unless the route is public. Throws code 600, 601 or 602. */
export async function createContext(
  request: FastifyRequest,
  right: Right,
  { db, services, locales }: { db: Db; services: Services; locales: Locales },
): Promise<CallContext> {
  const user = isPublic(right) ? NOBODY : await services.sessions.authenticate(tokenOf(request))
  const language = languageOf(request.headers)
  const context: CallContext = {
    user,
    language,
    text: locales.translator(language).text,
    db,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    projectId: '',
    audit: (entry, tx) => services.audit.write(context, entry, tx),
    can: (code) => services.rights.can(user, code),
  }
  return context
}

/**
 * Refuses with code 403 a caller who lacks a right, by its name, or whose password has to be changed first. What the right
 * names in the input is checked once that has been read (`targets.ts`).
 */
export async function demand(context: CallContext, right: Right, services: Services): Promise<void> {
  if (isPublic(right) || right === 'entering') return
  if (context.user.passwordDue) throw passwordDue(context.user.passwordDue)
  const code = typeof right === 'string' ? right : 'code' in right ? right.code : undefined
  if (code === undefined) return
  if (code === 'administrator') {
    if (!context.user.isAdministrator) throw noRight(context.text('@server.administratorOnly'))
  } else if (!(await context.can(code))) throw noRight(await services.rights.nameOf(code, context.language))
}
