// The dashboard: function, distribution, the pool of its people, and what they have to know of each other. Each of them names
// another one, so the function is told by a parameter that is written last, which it reads by name.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import type { Construct } from 'constructs'
import { defined } from '../../core/collections/defined.ts'
import type { DashboardSettings } from '../../lambdas/settings/dashboard-settings.ts'
import { DashboardFront } from '../dashboard/dashboard-front.ts'
import { DashboardFunction } from '../dashboard/dashboard-function.ts'
import { PeoplePool } from '../dashboard/people-pool.ts'
import { originOf } from '../routes/url-origin.ts'
import type { Stage } from '../stage/config.ts'
import { dashboardParameter } from '../stage/names.ts'

export interface DashboardStackProps extends StackProps {
  readonly stage: Stage
  /** Of the service, for what the page shows to be pasted. */
  readonly baseUrl: string
}

export class DashboardStack extends Stack {
  constructor(scope: Construct, id: string, { stage, baseUrl, ...props }: DashboardStackProps) {
    super(scope, id, { description: 'Context compaction: a page with savings and keys, for people.', ...props })
    const dashboard = new DashboardFunction(this, 'Dashboard', { stage })
    const front = stage.frontDoor.enabled ? new DashboardFront(this, 'Front', { url: dashboard.url, stage }) : undefined
    const dashboardUrl = front?.url ?? originOf(dashboard.url)
    const { operatorContact, personalAccounts, personalEntitlements, personalRequestsPerMinute } = stage.dashboard
    const settings: DashboardSettings = {
      dashboardUrl,
      baseUrl,
      ...this.identity(stage, dashboardUrl),
      personal: {
        accounts: personalAccounts,
        entitlements: personalEntitlements,
        requestsPerMinute: personalRequestsPerMinute,
      },
      ...defined({ operatorContact }),
    }
    new StringParameter(this, 'Settings', {
      parameterName: dashboardParameter(stage),
      description: 'Context compaction: where the dashboard is, and who signs people in.',
      stringValue: this.toJsonString(settings),
    })
    new CfnOutput(this, 'DashboardUrl', { key: 'DashboardUrl', value: dashboardUrl })
    // The target of DNS records for the operator's own names.
    if (front !== undefined) new CfnOutput(this, 'DistributionName', { value: front.distributionName })
  }

  /** The issuer, and the client that the dashboard is there. */
  private identity(stage: Stage, dashboardUrl: string) {
    const { identity } = stage.dashboard
    if (identity.kind === 'oidc') {
      const { issuer, clientId, clientSecretArn } = identity
      return { issuer, clientId, ...defined({ clientSecretArn }) }
    }
    const { issuer, clientId, userPoolId } = new PeoplePool(this, 'People', { stage, dashboardUrl })
    new CfnOutput(this, 'UserPoolId', { key: 'UserPoolId', value: userPoolId })
    return { issuer, clientId }
  }
}
