import { expect, it } from 'vitest'
import { isBarred } from '../../../local/process/barred-ports.ts'

/** Node refuses such a port before it turns to the address, which leads to nobody. */
const isRefused = async (port: number): Promise<boolean> => {
  const error = await fetch(`http://255.255.255.255:${port}`).catch((thrown: Error) => thrown)
  return error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port'
}

it('are those that Node refuses, and no others around them', async () => {
  const all = Array.from({ length: 10_100 }, (_, port) => port + 1).filter(isBarred)
  const around = [...new Set(all.flatMap((port) => [port - 1, port, port + 1]))].filter((port) => port > 0)
  const refused = await Promise.all(around.map(async (port) => ((await isRefused(port)) ? [port] : [])))
  expect(refused.flat().toSorted((one, other) => one - other)).toEqual(all)
  expect(isBarred(0)).toBe(false)
})
