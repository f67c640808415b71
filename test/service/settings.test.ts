// The environment of a container as a start script or a Compose file may leave it.

import { expect, it } from 'vitest'
import { readSettings } from '../../service/settings.ts'

it.each(['', ' '])('a variable that is blank is as good as absent: %j', (blank) => {
  const variables = ['HOST', 'PORT', 'METRICS_PORT', 'EXCHANGE_SECONDS', 'LEAVE_SECONDS', 'DRAIN_SECONDS']
  expect(readSettings(Object.fromEntries(variables.map((name) => [name, blank])))).toEqual(readSettings({}))
})

it.each([
  ['UPSTREAM_OPENIA', 'UPSTREAM_OPENAI'],
  ['LOOKUP_CACHE_SECOND', 'LOOKUP_CACHE_SECONDS'],
  ['TRUSTED_UPSTREAMS_ORIGIN', 'TRUSTED_UPSTREAM_ORIGINS'],
  ['METRIC_PORT', 'METRICS_PORT'],
])('refuses %s, which is a slip for %s', (wrong, meant) => {
  expect(() => readSettings({ [wrong]: 'x' })).toThrow(
    `The environment is not valid.\n${wrong}: is not known here: ${meant} is`,
  )
})

it('lets the variables of others be', () => {
  const others = {
    HOSTS: '',
    POST: '',
    METRICS_HOST: '',
    UPSTREAM_PORT_80_TCP: 'tcp://10.0.0.1:80',
    COMPRESSOR_SERVICE_HOST: '10.0.0.2',
  }
  expect(readSettings({ ...others, OTEL_EXPORTER_OTLP_TIMEOUT: '1' })).toEqual(readSettings({}))
})

it('takes no service of a Kubernetes namespace for a setting, nor for a slip', () => {
  const services = {
    METRICS_PORT: 'tcp://10.0.0.3:9090',
    METRIC_PORT: 'tcp://10.0.0.4:80',
    SERVICE_NAME_PORT: 'udp://',
  }
  expect(readSettings(services)).toEqual(readSettings({}))
})

it.each(['0x10', '1e3', '1_000', 'Infinity', '+5', '5.'])('takes %j for no number', (text) => {
  expect(() => readSettings({ PORT: text })).toThrow('PORT: must be a whole number from 0 to 65535')
  expect(() => readSettings({ LEAVE_SECONDS: text })).toThrow('LEAVE_SECONDS: must be a number from 0 to 60')
})

it('reads numbers with blanks around them, and fractions where they may be', () => {
  expect(readSettings({ PORT: ' 9000 ', LEAVE_SECONDS: '.5' })).toMatchObject({ PORT: 9_000, LEAVE_SECONDS: 0.5 })
  expect(readSettings({ LEAVE_SECONDS: '0.5' }).LEAVE_SECONDS).toBe(0.5)
})

it('says of each bad variable what it must be', () => {
  expect(() => readSettings({ PORT: 'http', METRICS_PORT: '70000', DRAIN_SECONDS: '-1' })).toThrow(
    /^The environment is not valid\.\nPORT: must be a whole number from 0 to 65535\nMETRICS_PORT: must be a whole number from 0 to 65535\nDRAIN_SECONDS: must be a number from 0 to 3600$/,
  )
})
