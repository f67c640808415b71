// The environment of a container as a start script or a Compose file may leave it.

import { expect, it } from 'vitest'
import { readSettings } from '../../service/settings.ts'

it.each(['', ' '])('a variable that is blank is as good as absent: %j', (blank) => {
  const variables = ['HOST', 'PORT', 'METRICS_PORT', 'EXCHANGE_SECONDS', 'LEAVE_SECONDS', 'DRAIN_SECONDS']
  expect(readSettings(Object.fromEntries(variables.map((name) => [name, blank])))).toEqual(readSettings({}))
})

it('says of each bad variable what it must be', () => {
  expect(() => readSettings({ PORT: 'http', METRICS_PORT: '70000', DRAIN_SECONDS: '-1' })).toThrow(
    /^The environment is not valid\.\nPORT: must be a whole number from 0 to 65535\nMETRICS_PORT: must be a whole number from 0 to 65535\nDRAIN_SECONDS: must be a number from 0 to 3600$/,
  )
})
