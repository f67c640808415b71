// nginx as Debian has it: the floor of what a proxy can cost.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installOnce, mustRun } from '../../testkit/install-once.ts'
import { Skipped } from '../../testkit/skipped.ts'
import type { Peer } from './peer.ts'

const installed = (): Promise<string> =>
  installOnce({
    name: 'peer-nginx',
    pins: 'nginx of the distribution, 1',
    async install(folder) {
      await mustRun(folder, 'apt-get', 'download', 'nginx')
      await mustRun(folder, 'sh', '-c', 'dpkg-deb -x nginx_*.deb .')
    },
  })

const settings = (folder: string, port: number, upstreamPort: number): string => `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
  client_max_body_size 50m;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream provider { server 127.0.0.1:${upstreamPort}; keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://provider;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
      client_body_buffer_size 8m;
    }
  }
}
`

export const nginx: Peer = {
  name: 'nginx',
  async prepare({ folder, port, upstreamPort }) {
    if (process.platform !== 'linux') throw new Skipped('nginx is taken from Debian.')
    const command = join(await installed(), 'usr', 'sbin', 'nginx')
    const file = join(folder, 'nginx.conf')
    await writeFile(file, settings(folder, port, upstreamPort))
    return { command, words: ['-p', folder, '-c', file] }
  },
}
