import type { RequestListener } from 'node:http'
import type { Config } from '../platform/config/config.ts'
import { listen, type Listening } from '../platform/http/listen.server.ts'
import { StartError } from '../platform/start-error.ts'

type PortSetting = 'PORT' | 'IDENTITY_PORT' | 'CMS_PORT' | 'MAIL_PORT' | 'INTERNAL_PORT'

export type Ports = {
  /** Throws a StartError that names the setting when the port is taken or the host is not an address of this machine. */
  open(part: string, setting: PortSetting, onRequest: RequestListener, host?: string): Promise<void>
  /** Goes on serving, and ends each connection with its next response. */
  drain(): void
  /** Waits at most `graceMs` for running requests, then closes the rest. */
  close(graceMs: number): Promise<void>
}

/** The ports that this process listens on. */
export function createPorts(config: Pick<Config, 'HOST' | PortSetting>): Ports {
  const listening: Listening[] = []
  return {
    async open(part, setting, onRequest, host = config.HOST) {
      const opened = listen({ part, setting, host, port: config[setting] ?? 0, onRequest })
      listening.push(await opened.catch((error: unknown) => Promise.reject(explainHost(error, host))))
    },
    drain() {
      for (const one of listening) one.drain()
    },
    async close(graceMs) {
      await Promise.all(listening.map((one) => one.close(graceMs)))
    },
  }
}

/** HOST must be an address of this machine, or a name of one. */
function explainHost(error: unknown, host: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'EADDRNOTAVAIL' || code === 'EINVAL')
    return new StartError(`HOST: ${host} is not an address of this machine. Use 127.0.0.1, 0.0.0.0 or one that is.`, {
      cause: error,
    })
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`HOST: the name ${host} is not known. Use 127.0.0.1, 0.0.0.0 or a name of this machine.`, {
      cause: error,
    })
  return error
}
