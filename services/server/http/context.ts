import type { Translate } from '@runtime/host'
import type { FastifyRequest } from 'fastify'
import { type Locales, languageOf } from '../locales'
import type { CallContext, ModuleServer, Services, SessionUser } from '../module'
import { type ChosenRight, codesOf, isPublic, type Right } from '../right'
import { passwordDue } from './errors'

/** Who calls where no session is needed and none is given. */
const NOBODY: SessionUser = {
  sessionId: '',
  userId: '',
  userAccount: '',
  userName: '',
  isAdministrator: false,
  passwordDue: null,
}

type Server = Pick<ModuleServer, 'db' | 'services' | 'locales'>

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
  server: Server,
): Promise<CallContext> {
  const user = isPublic(right)
    ? NOBODY
    : await server.services.sessions.authenticate(tokenOf(request), request.ip)
  return contextFor(server, {
    user,
    language: languageOf(request.headers),
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    origin: originOf(request.headers.origin),
    requestId: request.id,
  })
}

/** Browsers say it with whatever changes something; behind a proxy no other header knows of `https`. */
function originOf(header: string | undefined): string {
  const address = URL.parse(header ?? '')
  return address && /^https?:$/.test(address.protocol) ? address.origin : ''
}

/** What a caller's work is done with. */
export function contextFor(
  { db, services, locales }: Server,
  caller: Pick<CallContext, 'user' | 'language' | 'ip' | 'userAgent' | 'origin' | 'requestId'>,
): CallContext {
  const { user, language } = caller
  const context: CallContext = {
    ...caller,
    text: locales.translator(language).text,
    db,
    projectId: '',
    audit: (entry, tx) => services.audit.write(context, entry, tx),
    withinOwn: (tx, write) => services.holdings.withinOwn(context, tx, write),
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
  const codes = codesOf(right)
  if (codes.length > 0) await demandAny(context, codes, services)
}

/** Refuses with code 403, by the first one's name, a caller who has none of the rights. */
async function demandAny(context: CallContext, codes: readonly string[], services: Services): Promise<void> {
  for (const code of codes) if (await context.can(code)) return
  throw await services.rights.refusal(codes[0] ?? '', context.language)
}

/** Refuses with code 403 a caller whose right is not the one that a member of the input asks for. */
export async function demandChosen(
  context: CallContext,
  { code, by, codes }: ChosenRight<string>,
  input: Readonly<Record<string, unknown>>,
  services: Services,
): Promise<void> {
  const own = codes[String(input[by])]
  await demandAny(context, own === undefined ? [code] : [own, code], services)
}
