// The alarms of a stack, out of their rules, and whom they notify. Decides nothing about what is bad.

import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import type { Stage } from '../stage/config.ts'
import type { Rule } from './rule.ts'

export interface AlarmsProps {
  readonly stage: Stage
  readonly rules: readonly Rule[]
  /** In the region of the alarms: CloudWatch notifies no other. */
  readonly topics: readonly ITopic[]
  /** Begins the names of the alarms. @default the prefix of the stage */
  readonly prefix?: string
}

/** The anchor of an alarm's section, as GitHub and most renderers make it from the title. */
const runbook = ({ id }: Rule): string => `docs/runbook.md#${id.toLowerCase()}`

const threshold = ({ bad }: Rule) =>
  'atLeast' in bad
    ? { threshold: bad.atLeast, comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD }
    : { threshold: bad.below, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD }

export class Alarms extends Construct {
  readonly all: readonly Alarm[]

  constructor(scope: Construct, id: string, { stage, rules, topics, prefix = stage.prefix }: AlarmsProps) {
    super(scope, id)
    const actions = topics.map((topic) => new SnsAction(topic))
    this.all = rules.map((rule) => {
      const alarm = new Alarm(this, rule.id, {
        alarmName: `${prefix}${rule.id}`,
        alarmDescription: `${rule.meaning} What to do: ${runbook(rule)}`,
        metric: rule.metric,
        ...threshold(rule),
        datapointsToAlarm: rule.periods[0],
        evaluationPeriods: rule.periods[1],
        treatMissingData: rule.silenceIsBad === true ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      })
      alarm.addAlarmAction(...actions)
      return alarm
    })
  }
}
