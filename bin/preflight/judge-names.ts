// Whether the certificates that a stage makes for names of its operator can be issued. Otherwise their stack waits for hours, and fails.

import type { Asked } from '../../adapters/aws-account/asked.ts'
import type { AccountFacts } from './account-facts.ts'
import { type Finding, limited, missing, ready, unknown } from './finding.ts'

const ofRoute53 = /^ns-\d+\.awsdns-\d+\./
/** All private zones have the same four, which answer nobody. */
const ofPrivateZones = /^ns-(0|512|1024|1536)\.awsdns-00\./

const instead = 'or bring a certificate (certificateArn)'

const zone = (name: string, answer: Asked<readonly string[]>): Finding => {
  const what = `zone ${name}`
  if ('unknown' in answer) return unknown(what, answer.unknown)
  const servers = answer.value
  const seen = servers.join(', ')
  if (servers.length === 0)
    return missing(
      what,
      'nobody finds it',
      `No certificate is issued for a name in it. Enter its name servers where ${name} is registered, ${instead}.`,
    )
  // In a network with a private zone nobody sees whether there is a public one of that name.
  if (servers.every((server) => ofPrivateZones.test(server)))
    return limited(
      what,
      `private: ${seen}`,
      `If that is hostedZone, no certificate is issued for a name in it: name the public zone of that name, ${instead}.`,
    )
  if (servers.some((server) => ofRoute53.test(server))) return ready(what, seen)
  return limited(
    what,
    seen,
    `If these are not the name servers of hostedZone, no certificate is issued: enter those where ${name} is registered, ${instead}.`,
  )
}

export const judgeNames = ({ zones }: AccountFacts): readonly Finding[] =>
  [...zones].map(([name, answer]) => zone(name, answer))
