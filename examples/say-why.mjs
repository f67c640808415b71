// What the examples say when they end badly: words in place of a stack trace.

const { BASE_URL, SERVICE_KEY } = process.env

const wordsOf = (error) => {
  // A refusal of the service or of the provider, as the SDKs hand it over.
  const told = error?.error?.error?.message ?? error?.error?.message
  if (error?.status !== undefined) return `${error.status}: ${told ?? error.message}`
  for (let cause = error; cause !== undefined; cause = cause.cause)
    if (cause.code === 'ECONNREFUSED')
      return `Nobody answers at ${BASE_URL}. Start the service with \`npm start\`, or paste its two export lines again.`
  return error instanceof Error ? error.message : String(error)
}

process.on('uncaughtException', (error) => {
  console.error(wordsOf(error))
  process.exit(1)
})

/** Where the service is, and the key, as `npm start` prints them. */
export const service = () => {
  if (!BASE_URL || !SERVICE_KEY) throw new Error('Set BASE_URL and SERVICE_KEY to what `npm start` prints.')
  return { BASE_URL, SERVICE_KEY }
}

/** A variable that the reader sets. */
export const own = (name) => {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name} to your own key.`)
  return value
}
