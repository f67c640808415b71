// Makes the alarms of a stage from their rules, and names whom they notify. Does not decide what is bad.

import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Construct } from 'constructs'
import { alarmRules, type Rule, type Watched } from './alarm-rules.ts'
import { alarmTopics } from './alarm-topics.ts'

/** The anchor of an alarm's section, as GitHub and most renderers make it from the title. */
const runbook = ({ id }: Rule): string => `docs/runbook.md#${id.toLowerCase()}`

const threshold = ({ bad }: Rule) =>
  'atLeast' in bad
    ? { threshold: bad.atLeast, comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD }
    : { threshold: bad.below, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD }

export class Alarms extends Construct {
  readonly all: readonly Alarm[]

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id)
    const { stage } = watched
    const actions = alarmTopics(this, stage).map((topic) => new SnsAction(topic))
    this.all = alarmRules(watched).map((rule) => {
      const alarm = new Alarm(this, rule.id, {
        alarmName: `${stage.prefix}${rule.id}`,
        alarmDescription: `${rule.meaning} What to do: ${runbook(rule)}`,
        metric: rule.metric,
        ...threshold(rule),
        datapointsToAlarm: rule.periods[0],
        evaluationPeriods: rule.periods[1],
        treatMissingData: TreatMissingData.NOT_BREACHING,
      })
      alarm.addAlarmAction(...actions)
      return alarm
    })
  }
}
