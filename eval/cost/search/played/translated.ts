// What a gateway makes of a request that speaks Responses, where it speaks chat completions to its provider.

type Item = Readonly<Record<string, unknown>>

const toolOf = ({ type, ...tool }: Item): object => ({ type, function: tool })

const callOf = ({ call_id, name, arguments: given }: Item): object => ({
  id: call_id,
  type: 'function',
  function: { name, arguments: given },
})

/** One message, or what belongs to the one before. */
const toldBehind = (messages: readonly Item[], item: Item): readonly Item[] => {
  if (item.type === 'function_call_output')
    return [...messages, { role: 'tool', tool_call_id: item.call_id, content: item.output }]
  if (item.type !== 'function_call')
    return [...messages, { role: item.role === 'developer' ? 'system' : item.role, content: item.content }]
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return [...messages, { role: 'assistant', content: null, tool_calls: [callOf(item)] }]
  const calls = Array.isArray(last.tool_calls) ? last.tool_calls : []
  return [...messages.slice(0, -1), { ...last, tool_calls: [...calls, callOf(item)] }]
}

/** A body of texts and calls; one that speaks chat completions already is left as it is. */
export const asChat = (body: string): string => {
  const { input, tools, ...rest } = JSON.parse(body)
  if (input === undefined) return body
  const messages: readonly Item[] = input.reduce(toldBehind, [])
  return JSON.stringify({ ...rest, tools: tools.map(toolOf), messages })
}
