// A client that takes this service for an HTTP proxy: its `HTTPS_PROXY` names the address that belongs into its base URL.

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Refusal } from '../../core/http/refusal.ts'
import { refusalLine, refuseLast } from './front-refusals.ts'

const noTunnel = new Refusal(
  'method-not-allowed',
  'CONNECT is not served, because this service is no HTTP proxy: unset HTTPS_PROXY, and set the client’s base URL to this address followed by /anthropic or /openai/v1.',
)

/** For `connect` of a server. Node leaves the connection to this, its errors too. */
export const refuseTunnel =
  (log: (line: string) => void) =>
  (request: IncomingMessage, connection: Duplex): void => {
    log(refusalLine(request, noTunnel))
    connection.on('error', () => connection.destroy()).resume()
    refuseLast(connection, '405 Method Not Allowed', noTunnel)
  }
