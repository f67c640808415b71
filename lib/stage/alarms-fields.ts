// Fields of the alarms: whom they notify, and what asks the service whether it is well.

import * as z from 'zod'
import { arnOf, regionOf } from './arn.ts'
import { eachOnce, onOrOff, whole } from './fields.ts'
import { edgeRegion } from './names.ts'

const topic = arnOf('sns', '.', 'must be the ARN of an SNS topic')
const edgeFault = `must be the ARN of an SNS topic in ${edgeRegion}`
const edgeTopic = arnOf('sns', '.', edgeFault).refine((arn) => regionOf(arn) === edgeRegion, edgeFault)

export const alarms = z
  .strictObject({
    topicArn: topic.optional().describe('An SNS topic of yours, in the stage’s region, that the alarms notify'),
    edgeTopicArn: edgeTopic
      .optional()
      .describe(
        'The same for the alarms of the front door, which are in `us-east-1`. Absent: `topicArn`, if it is in that region',
      ),
    addresses: z
      .array(z.email('must be an e-mail address'))
      .refine(...eachOnce)
      .default([])
      .describe(
        'E-mail addresses that the alarms notify, through topics of the stage. AWS asks each to confirm, once for each stack with alarms',
      ),
    monthlyBudgetDollars: whole(1, 10_000_000)
      .optional()
      .describe(
        'What the account may cost in a month. At four fifths of it, and when AWS foresees more, AWS writes to the addresses',
      ),
    canary: onOrOff()
      .default(false)
      .describe(
        'A function that sends a request to `/v1/compress` every five minutes, with a key that you put into its secret, and an alarm. It asks the front door, or else the function’s URL, or else the load balancer, from within its VPC',
      ),
  })
  .refine(({ monthlyBudgetDollars, addresses }) => monthlyBudgetDollars === undefined || addresses.length > 0, {
    path: ['addresses'],
    message: 'must have an address: a budget has nobody else to write to',
  })
  // AWS's own limit.
  .refine(({ monthlyBudgetDollars, addresses }) => monthlyBudgetDollars === undefined || addresses.length <= 10, {
    path: ['addresses'],
    message: 'must have at most 10 addresses: a budget writes to no more',
  })
