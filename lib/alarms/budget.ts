// Tells when AWS's bill grows beyond what the operator wants to spend. AWS knows the costs of the account, hours late.

import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { Construct } from 'constructs'
import type { Stage } from '../stage/config.ts'

/** Of the budget: spent, and foreseen for the whole month. */
const notices = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const

/** Nothing where the stage names no amount. It has no name of its own: who hears of it cannot be changed but by another budget. */
export const budget = (scope: Construct, stage: Stage): void => {
  const { monthlyBudgetDollars: amount, addresses } = stage.alarms
  if (amount === undefined) return
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount, unit: 'USD' },
    },
    notificationsWithSubscribers: notices.map((notice) => ({
      notification: { ...notice, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers: addresses.map((address) => ({ subscriptionType: 'EMAIL', address })),
    })),
  })
}
