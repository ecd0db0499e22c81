/**
 * Works at each of several things by itself: what fails is told, and keeps none of the others from its turn. What it
 * answered comes in their order, without those that failed.
 */
export async function eachApart<T, R>(
  things: Iterable<T>,
  work: (thing: T) => Promise<R>,
  failed: (error: unknown, thing: T) => void,
): Promise<R[]> {
  const done: R[] = []
  for (const thing of things) {
    try {
      done.push(await work(thing))
    } catch (error) {
      failed(error, thing)
    }
  }
  return done
}
