// What the last stack writes for the dashboard, as its function reads it.

import { expect, it } from 'vitest'
import { readDashboardSettings } from '../../../lambdas/settings/dashboard-settings.ts'

const written = {
  dashboardUrl: 'https://dashboard.example.com',
  baseUrl: 'https://api.example.com',
  issuer: 'https://id.example.com/pool',
  clientId: 'client',
}
const read = (more: object = {}) => readDashboardSettings(JSON.stringify({ ...written, ...more }))

it('has the usual rules for accounts of people where the stack says none', () => {
  expect(read()).toEqual({
    ...written,
    personal: { accounts: 'on-first-login', entitlements: ['proxy'], requestsPerMinute: 120 },
  })
})

it('takes what the stack says', () => {
  const personal = { accounts: 'off', entitlements: [], requestsPerMinute: 1 }
  expect(read({ personal, operatorContact: 'ops@example.com' })).toMatchObject({
    personal,
    operatorContact: 'ops@example.com',
  })
})

it.each([
  ['dashboardUrl', { dashboardUrl: 'https://dashboard.example.com/secret' }],
  ['baseUrl', { baseUrl: 'secret' }],
  ['clientId', { clientId: '' }],
  ['personal.requestsPerMinute', { personal: { accounts: 'off', entitlements: [], requestsPerMinute: 0 } }],
  ['operatorContact', { operatorContact: 'secret'.repeat(40) }],
])('names a %s that is wrong, and not its value', (name, more) => {
  expect(() => read(more)).toThrow(`The settings of the dashboard are not valid: ${name}.`)
  expect(() => read(more)).not.toThrow(/secret/)
})
