// Pictures that are named by signed addresses, as kits take them from a store of objects.

import type { ClientTurn, Conversation } from '../shapes/conversation.ts'

const store = 'https://files.example.com/'
/** Behind what all pictures begin with, so much tells one from another. */
const nameIn = [11, 31] as const

export const isAddress = (image: string): boolean => image.startsWith(store)

/** With addresses in place of pictures, signed for the time being. */
export const addressed = ({ system, past, pending }: Conversation, signature: number): Conversation => {
  const named = <Held extends { readonly image?: string }>(held: Held): Held =>
    held.image === undefined
      ? held
      : { ...held, image: `${store}${encodeURIComponent(held.image.slice(...nameIn))}.png?signature=${signature}` }
  const turn = (client: ClientTurn): ClientTurn => named({ ...client, results: client.results.map(named) })
  return { system, past: past.map(({ client, model }) => ({ client: turn(client), model })), pending: turn(pending) }
}
