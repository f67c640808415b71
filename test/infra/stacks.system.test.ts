// The invariants of all stacks, in one process, because loading the CDK costs more than all these tests.

import './storage-stack.ts'
import './ledger-export.ts'
import './compressor-stack.ts'
import './proxy-stack.ts'
import './edge-stack.ts'
import './edge-functions.ts'
import './origin-verification.ts'
import './firewall-stack.ts'
import './permissions.ts'
import './observability.ts'
import './alarm-topics.ts'
import './invariants.ts'
