// The dashboard of a service on this machine, as a process of its own, and the links that sign people in.

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localAwsVariables } from '../../adapters/embedded/local-aws.ts'
import type { Log } from '../process/bounded-log.ts'
import { type Child, startChild } from '../process/child.ts'
import { requireFreePort } from '../process/free-port.ts'
import { localPeople } from './people.ts'

export interface SignInLink {
  readonly name: string
  readonly role: string
  readonly signInUrl: string
}

export interface LocalDashboard extends Pick<Child, 'ended' | 'lastWords' | 'end' | 'kill'> {
  readonly facts: {
    readonly dashboardUrl: string
    readonly signInUrl: string
    readonly people: readonly SignInLink[]
  }
}

export interface DashboardOptions {
  readonly data: string | undefined
  /** Absent: there is no dashboard. */
  readonly dashboardPort?: number
  /** An address to listen on in place of the two of loopback. It is still `localhost` alone that it answers to. */
  readonly dashboardHost?: string
}

/** What it needs of the tables. */
interface TablesElsewhere {
  readonly dynamodbEndpoint: string
  readonly deploymentSecrets: readonly string[]
  readonly log: Log
}

export const dashboardUrlAt = (port: number): string => `http://localhost:${port}`

/** Lets people in, as long as this service runs. */
const newCode = (): string => randomBytes(24).toString('base64url')

/**
 * Nothing where no port was asked for. The code is kept in the folder of the data too, readable by its owner alone.
 */
export const openDashboard = async (
  { data, dashboardPort, dashboardHost }: DashboardOptions,
  tables: TablesElsewhere,
  baseUrl: string,
): Promise<LocalDashboard | undefined> => {
  if (dashboardPort === undefined) return undefined
  await requireFreePort(dashboardPort, '--dashboard-port', dashboardHost)
  const code = newCode()
  const child = await startChild({
    name: "dashboard's process",
    script: join(import.meta.dirname, 'dashboard-process.ts'),
    arguments: [String(dashboardPort), ...(dashboardHost === undefined ? [] : [dashboardHost])],
    environment: {
      SIGN_IN_CODE: code,
      BASE_URL: baseUrl,
      ...localAwsVariables,
      AWS_ENDPOINT_URL_DYNAMODB: tables.dynamodbEndpoint,
      DEPLOYMENT_SECRETS: tables.deploymentSecrets.join(','),
    },
    log: tables.log,
  })
  if (data !== undefined) await writeFile(join(data, 'sign-in'), `${code}\n`, { mode: 0o600 })
  const dashboardUrl = dashboardUrlAt(child.port)
  const link = (subject: string): string => `${dashboardUrl}/?start=${code}&as=${subject}`
  return {
    facts: {
      dashboardUrl,
      signInUrl: link('owner'),
      people: localPeople.map(({ subject, name, role }) => ({
        name,
        role: role ?? 'person',
        signInUrl: link(subject),
      })),
    },
    ended: child.ended,
    lastWords: child.lastWords,
    end: child.end,
    kill: child.kill,
  }
}
