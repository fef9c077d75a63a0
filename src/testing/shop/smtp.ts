import { createServer, type AddressInfo } from 'node:net'

export type SmtpServer = {
  /** SMTP_URL for it. */
  readonly url: string
  /** The mails it has taken, as they came. */
  readonly mails: readonly string[]
  close(): Promise<void>
}

/** A mail server that takes every mail and delivers none (RFC 5321, as much as a client needs). */
export async function startSmtp(): Promise<SmtpServer> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let received = ''
    let isMail = false
    socket.write('220 localhost\r\n')
    socket.on('error', () => {})
    socket.on('data', (part) => {
      received += part.toString('utf8')
      for (;;) {
        const end = isMail ? '\r\n.\r\n' : '\r\n'
        const at = received.indexOf(end)
        if (at < 0) return
        const text = received.slice(0, at)
        received = received.slice(at + end.length)
        if (isMail) mails.push(text)
        const begins = !isMail && /^data$/i.test(text)
        socket.write(begins ? '354 go on\r\n' : /^quit$/i.test(text) ? '221 bye\r\n' : '250 ok\r\n')
        isMail = begins
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
