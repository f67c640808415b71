// Whose certificates a process of the service trusts besides those that Node knows: on the network of a company that reads what passes, the
// providers have certificates of that company.

import { defined } from '../../core/collections/defined.ts'

/** Node's own variables for it, as this process has them. */
export const trustedAuthorities = (
  { NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA }: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> => defined({ NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA })
