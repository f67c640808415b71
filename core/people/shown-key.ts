// How keys and tokens are told apart by people: what they are called, and the four characters that lists show.

import type { ServiceKey } from '../access/account.ts'

/** `CI ak_…WxYz`, of a token `laptop pt_…WxYz`. */
export const shownKey = ({
  label = '',
  issuedTo,
  suffix,
}: Pick<ServiceKey, 'label' | 'issuedTo' | 'suffix'>): string =>
  issuedTo === undefined ? `${label} ak_…${suffix}`.trim() : `${issuedTo.device} pt_…${suffix}`
