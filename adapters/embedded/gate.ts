// Who may ask the embedded store: those who know its address. A port on this machine is open to every user of it and to every page
// that a browser shows; the store itself asks for no credential and allows any origin.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

/** The last part of the address: nobody guesses it. */
export const newAccess = (): string => randomBytes(24).toString('base64url')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const refusal = JSON.stringify({ __type: 'AccessDeniedException', message: 'This is not the address of the store.' })

const isRequestListener = (listener: unknown): listener is RequestListener => typeof listener === 'function'

/** Lets the server answer only what is sent to `/ACCESS`, and nothing that a page of a browser sends. */
export const gated = (server: Server, access: string): void => {
  const known = digest(`/${access}`)
  const listeners = server.listeners('request').filter(isRequestListener)
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { origin } = request.headers
    const path = (request.url ?? '').replace(/\/$/, '')
    if (origin !== undefined || !timingSafeEqual(digest(path), known)) {
      // Answered at once: its body is nobody's.
      response.writeHead(403, { 'content-type': 'application/json', connection: 'close' }).end(refusal)
      request.resume()
      return
    }
    request.url = '/'
    for (const listener of listeners) listener(request, response)
  })
}
