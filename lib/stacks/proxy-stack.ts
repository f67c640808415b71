// The functions, one per route, with alarms and dashboard.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { routes } from '../../lambdas/routes.ts'
import { alarmRules } from '../alarms/alarm-rules.ts'
import { alarmTopics } from '../alarms/alarm-topics.ts'
import { Alarms } from '../alarms/alarms.ts'
import { budget } from '../alarms/budget.ts'
import { Overview } from '../alarms/overview.ts'
import { rulesByName } from '../alarms/rules-by-name.ts'
import { Rollout } from '../rollout/rollout.ts'
import { OriginSecrets } from '../routes/origin-secrets.ts'
import { StreamingRoute } from '../routes/streaming-route.ts'
import type { Stage } from '../stage/config.ts'

export class ProxyStack extends Stack {
  readonly routes: readonly StreamingRoute[]
  /** The base URL of `/v1/compress` without a front door; none in a stage without function URLs. */
  readonly compressUrl: string | undefined

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, { description: 'Context compaction: one streaming function and URL per route.', ...props })
    const originSecrets = new OriginSecrets(this, 'OriginSecrets', { stage })
    this.routes = routes.map((route) => new StreamingRoute(this, route.name, { route, stage }))
    // Functions find the secrets by name, as CloudFront does.
    for (const { function: own } of this.routes) own.node.addDependency(originSecrets)
    for (const { route, url } of this.routes)
      if (url !== undefined) {
        new CfnOutput(this, `${route.name}-url`, { key: outputKey(route.name), value: url.url })
        // A front door that is switched off, or led to containers from now on, lets go only after this stack.
        this.exportValue(url.url)
      }
    this.compressUrl = this.routes.find(({ route }) => route.name === 'compress')?.url?.url
    const alarms = new Alarms(this, 'Alarms', {
      stage,
      rules: [...alarmRules({ routes: this.routes, stage }), ...rulesByName(stage)],
      topics: alarmTopics(this, stage),
    })
    // Here and not beside the tables: not every account may have one, and a first deployment of these can be tried again.
    budget(this, stage)
    if (stage.functions.rollout === 'gradual') new Rollout(this, 'Rollout', { routes: this.routes, stage })
    new Overview(this, 'Overview', { routes: this.routes, alarms, stage })
  }
}

/** Names of CloudFormation outputs have only letters and digits: `chat-completions` becomes `ChatCompletionsUrl`. */
const outputKey = (name: string): string =>
  `${name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Url`
