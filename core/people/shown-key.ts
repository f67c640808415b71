// How keys and tokens are told apart by people: what they are called, and the four characters that lists show.

import type { ServiceKey } from '../access/account.ts'

/** Lists cut a text of more than a hundred characters at its end, where the four stand. */
const longestName = 80

const nameIn = (text: string): string => {
  const characters = [...text]
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : text
}

/** `CI ak_…WxYz`, of a token `laptop pt_…WxYz`. */
export const shownKey = ({
  label = '',
  issuedTo,
  suffix,
}: Pick<ServiceKey, 'label' | 'issuedTo' | 'suffix'>): string =>
  issuedTo === undefined ? `${nameIn(label)} ak_…${suffix}`.trim() : `${nameIn(issuedTo.device)} pt_…${suffix}`
