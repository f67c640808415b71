// Waits for an answer that does not listen to a signal, no longer than the signal lets it.

/** What comes before the signal. Throws the signal's reason if that comes first. */
export const before = async <Value>(
  signal: AbortSignal | undefined,
  coming: Value | PromiseLike<Value>,
): Promise<Value> => {
  if (signal === undefined || !(coming instanceof Promise)) return coming
  const over = Promise.withResolvers<never>()
  const stop = (): void => over.reject(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)
  try {
    return await Promise.race([over.promise, coming])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
