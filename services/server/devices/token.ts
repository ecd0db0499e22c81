import { createHash } from 'node:crypto'

/**
 * How a gateway's token stands in `gateway.token_hash`. Tokens are random and long, made by the server: a fast hash is
 * enough, and one that can be looked up is needed, since ThingsBoard's clients sign in with the token alone.
 */
export const hashGatewayToken = (token: string): string => createHash('sha256').update(token).digest('hex')
