// Results of trackers, mail, databases, searches, browsers and shells are results like others, however their tools are called:
// none of them is taken for a file.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import type { Segment } from '../../../core/transcript/may-be-shortened.ts'
import { read } from './reading.ts'

const calls: readonly (readonly [name: string, input: object])[] = [
  ['jira_search', { jql: 'project = A order by created', fields: 'summary' }],
  ['mcp__atlassian__searchJiraIssuesUsingJql', { cloudId: 'c', jql: 'x' }],
  ['getConfluencePage', { pageId: '1' }],
  ['mcp__linear__get_issue', { id: 'A-1' }],
  ['mcp__github__issue_read', { method: 'get', owner: 'o', repo: 'next.js', issue_number: 1 }],
  ['mcp__github__list_commits', { owner: 'o', repo: 'r', sha: 'main' }],
  ['mcp__github__search_issues', { query: 'is:open label:bug' }],
  ['mcp__github__get_job_logs', { run_id: 1, failed_only: true }],
  ['slack_get_channel_history', { channel_id: 'C1', limit: 10 }],
  ['search_messages', { query: 'from:jane plan' }],
  ['read_email', { messageId: 'x' }],
  ['list_events', { calendarId: 'jane@mail.md', timeMin: '2026-11-20' }],
  ['notion-search', { query: 'plan' }],
  ['open', { id: 'page' }],
  ['search', { query: 'plan' }],
  ['fetch', { id: 'doc_1' }],
  ['mcp__db__execute', { sql: 'select 1' }],
  ['mcp__postgres__query', { sql: 'select a.name from a' }],
  ['find', { collection: 'users', filter: { age: 1 } }],
  ['describe_table', { table_name: 'users' }],
  ['redis_get', { key: 'user:1' }],
  ['get_ticket', { ticket_id: 1 }],
  ['search_products', { query: 'shoe', filters: { line: 'outdoor' } }],
  ['lookup_customer', { name: 'Jane Doe', email: 'j.doe@mail.rs' }],
  ['get_contact', { username: 'jane.go' }],
  ['npm_info', { package: 'next.js' }],
  ['get-library-docs', { context7CompatibleLibraryID: '/vercel/next.js', topic: 'routing' }],
  ['read_wiki_contents', { repoName: 'o/chart.js' }],
  ['whois', { domain: 'example.sh' }],
  ['http_request', { method: 'GET', path: '/v1/users', url: 'https://api.example/v1/users' }],
  ['call_api', { endpoint: '/users/1.json' }],
  ['sentry_get_issue', { url: 'https://x.sentry.example/issues/1/' }],
  ['tavily-extract', { urls: ['https://pages.example/a.html'] }],
  ['web_search', { query: 'what is a.py?' }],
  ['browser_snapshot', {}],
  ['browser_navigate', { url: 'https://pages.example/index.html' }],
  ['mcp__playwright__browser_console_messages', { level: 'info' }],
  ['mcp__chrome-devtools__list_console_messages', { pageId: 2 }],
  ['getConsoleErrors', {}],
  ['mcp__chrome-devtools__take_snapshot', { pageId: 2 }],
  ['query_loki_logs', { logql: '{app="x"}', limit: 1 }],
  ['kubectl_get', { resourceType: 'pods', namespace: 'x' }],
  ['get_reservation_details', { reservation_id: 'x' }],
  ['create_issue', { title: 'x', body: 'see src/a.ts, line 3' }],
  ['Task', { description: 'look', prompt: 'Look at src/a.ts and report', subagent_type: 'x' }],
  ['get_file_info', { path: 'src/a.ts' }],
  ['find_by_name', { Pattern: '*.ts', SearchDirectory: '/r' }],
  ['read_lints', { paths: ['src/a.ts'] }],
  ['list_directory', { path: '/r' }],
  ['Bash', { command: 'npm test 2>&1 | tail -40' }],
  ['Bash', { command: 'git diff --stat HEAD~3' }],
  ['Bash', { command: 'git show --name-only HEAD' }],
  ['Bash', { command: 'grep -rl plan src' }],
  ['Bash', { command: 'rg --files | head -50' }],
  ['Bash', { command: 'npx prettier --check src/a.ts' }],
  ['Bash', { command: 'tar -xzf a.tar.gz && unzip -l b.zip' }],
  ['Bash', { command: 'kubectl logs pod/web' }],
  ['exec_command', { cmd: 'docker logs app --tail 200' }],
  ['shell', { command: ['bash', '-lc', 'curl -s https://api.example/v1/users | jq .'] }],
]

const lines = (line: (at: number) => string): string => Array.from({ length: 24 }, (_, at) => line(at)).join('\n')
const results: readonly string[] = [
  JSON.stringify(
    Array.from({ length: 12 }, (_, id) => ({
      id,
      title: `Login fails ${id}`,
      state: 'open',
      body: 'It says no. '.repeat(9),
    })),
    null,
    2,
  ),
  JSON.stringify({ page: { title: 'Plan', text: 'We shall see what comes of it, as everybody says. '.repeat(40) } }),
  lines((at) => JSON.stringify({ id: at, name: `user ${at}`, ok: true })),
  ` id | name | state\n----+------+-------\n${lines((at) => `  ${at + 1} | user ${at} | open`)}`,
  `rank\tname\tpoints\n${lines((at) => `${at + 1}\tuser ${at}\t${at * 7}`)}`,
  lines((at) => `[10:${10 + at}] jane: could you look at ticket ${at}?`),
  lines((at) => `${at + 1}. A page on plans: https://pages.example/${at}\n   It has more of them.`),
  lines((at) => `2026-11-20T10:00:${10 + at}Z INFO web request ${at} is done`),
  lines((at) => `- link "Page ${at}" [ref=e${at}]:\n  - /url: https://pages.example/${at}`),
  lines((at) => `${at % 3 === 0 ? '' : '  '}uid=3_${at} link "Page ${at}" url="https://pages.example/${at}"`),
  lines((at) => `reqid=${at} GET https://pages.example/a${at}.js [200]`),
  lines((at) => `msgid=${at} [error] Failed to load ${at} (1 args)`),
  `NAME READY STATUS RESTARTS AGE\n${lines((at) => `web-${at}-abcde 1/1 Running 0 ${at}d`)}`,
  lines((at) => `tests/test_a.py::test_${at} PASSED`),
  lines((at) => `./src/core/a${at}.ts`),
]

type BodyOf = (name: string, input: object) => object

const inMessages: BodyOf = (name, input) => ({
  messages: results.flatMap((text, at) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${at}`, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: [{ type: 'text', text }] }] },
  ]),
})
const inChat: BodyOf = (name, input) => ({
  messages: results.flatMap((content, at) => [
    { role: 'assistant', tool_calls: [{ id: `t${at}`, function: { name, arguments: JSON.stringify(input) } }] },
    { role: 'tool', tool_call_id: `t${at}`, content },
  ]),
})
const inResponses: BodyOf = (name, input) => ({
  input: results.flatMap((text, at) => [
    { type: 'function_call', call_id: `t${at}`, name, arguments: JSON.stringify(input) },
    { type: 'function_call_output', call_id: `t${at}`, output: [{ type: 'input_text', text }] },
  ]),
})
const spellings = [
  [dialects.messages, inMessages],
  [dialects['chat-completions'], inChat],
  [dialects.responses, inResponses],
] as const

const pinnedOf = (segments: readonly Segment[]): string[] =>
  segments.flatMap(({ pinned }, at) => (pinned === undefined ? [] : `${pinned}: ${results[at]?.slice(0, 40)}`))

describe('results of connectors', () => {
  it.each(calls)('%s %j: none is pinned', (name, input) => {
    for (const [dialect, bodyOf] of spellings) {
      const { segments } = read(dialect, bodyOf(name, input))
      expect(segments).toHaveLength(results.length)
      expect(pinnedOf(segments)).toEqual([])
    }
  })
})
