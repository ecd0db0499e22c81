import { type CallContext, Reply, type Services } from '../../../module'

/** The answer to a write by which rights or menus change: said once it is stored and every server has been told. */
export async function told<T>(
  context: CallContext,
  services: Services,
  data: T,
  message: string,
): Promise<Reply<T>> {
  await services.authorities.changed()
  return new Reply(data, context.text(message))
}
