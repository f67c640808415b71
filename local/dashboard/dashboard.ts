// The dashboard of a service on this machine, as a process of its own that is kept running, and the links that sign people in.

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localAwsVariables } from '../../adapters/embedded/local-aws.ts'
import type { Log } from '../process/bounded-log.ts'
import { startChild } from '../process/child.ts'
import { requireFreeAtLocalhost, requireFreePort } from '../process/free-port.ts'
import { type KeptChild, type KeptChildOptions, keepChild } from '../process/kept-child.ts'
import { localPeople } from './people.ts'

export interface SignInLink {
  readonly name: string
  readonly role: string
  readonly signInUrl: string
}

export interface LocalDashboard extends Pick<KeptChild, 'end' | 'kill'> {
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
  { data, dashboardPort, dashboardHost, report }: DashboardOptions & Pick<KeptChildOptions, 'report'>,
  tables: TablesElsewhere,
  baseUrl: string,
): Promise<LocalDashboard | undefined> => {
  if (dashboardPort === undefined) return undefined
  if (dashboardHost === undefined || dashboardHost === '127.0.0.1')
    await requireFreeAtLocalhost(dashboardPort, '--dashboard-port')
  else await requireFreePort(dashboardPort, '--dashboard-port', dashboardHost)
  const code = newCode()
  // With the same code again: the links that were printed go on signing in.
  const { port, end, kill } = await keepChild({
    name: 'The dashboard',
    meanwhile: 'requests go on without it',
    port: dashboardPort,
    start: (listening) =>
      startChild({
        name: "dashboard's process",
        script: join(import.meta.dirname, 'dashboard-process.ts'),
        arguments: [String(listening), ...(dashboardHost === undefined ? [] : [dashboardHost])],
        environment: {
          SIGN_IN_CODE: code,
          BASE_URL: baseUrl,
          ...localAwsVariables,
          AWS_ENDPOINT_URL_DYNAMODB: tables.dynamodbEndpoint,
          DEPLOYMENT_SECRETS: tables.deploymentSecrets.join(','),
        },
        log: tables.log,
      }),
    report,
  })
  if (data !== undefined) await writeFile(join(data, 'sign-in'), `${code}\n`, { mode: 0o600 })
  const dashboardUrl = dashboardUrlAt(port)
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
    end,
    kill,
  }
}
