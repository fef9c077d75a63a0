/** `npm start` and `npm run dev`: builds what is stale, starts the shop and, in development, the payments sandbox, and says where. */
import { spawn, type ChildProcess } from 'node:child_process'
import { buildWhenStale, placesFolder } from './bundle/build.ts'
import { readConfig, type Config } from '../src/platform/config/config.ts'
import { openDataFolder } from '../src/platform/config/data-folder.server.ts'
import { loadEnvironment } from '../src/platform/config/env-file.server.ts'
import { StartError } from '../src/platform/start-error.ts'
import { demoCodes, demoLogins, demoPassword } from '../data/demo/access.ts'

const say = (text: string) => console.log(text)
const isDev = process.argv[2] === 'dev'
const parts = process.argv.slice(isDev ? 3 : 2)

function configOrExit(): Config {
  try {
    const config = readConfig(loadEnvironment(process.cwd()))
    openDataFolder(config.DATA_DIR)
    return config
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

const config = configOrExit()
if (!isDev) await buildWhenStale(say)
else placesFolder()

const children: ChildProcess[] = []
function startProcess(args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: isDev ? 'development' : 'production', ...env },
  })
  children.push(child)
  child.on('exit', (code) => {
    // One program is useless without the other: the first to exit ends both, and has logged why.
    for (const other of children) if (other !== child) other.kill('SIGTERM')
    process.exitCode = code ?? 1
  })
  return child
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => children.forEach((child) => child.kill(signal)))

if (config.usesSandbox) startProcess(['sandbox/main.ts'], { SHOP_URL: config.publicUrl, SANDBOX_QUIET: 'on' })
const shop = isDev ? startProcess(['scripts/dev.ts']) : startProcess(['build/server/index.js', ...parts])
shop.once('message', () => say(welcome()))

function welcome(): string {
  const at = (port: number) => `http://localhost:${port}`
  const lines = [
    '',
    `  ${`Shop (${config.APP})`.padEnd(13)}  ${config.publicUrl}`,
    `  Staff          ${at(config.CMS_PORT)}`,
    `  Identity       ${at(config.IDENTITY_PORT)}`,
  ]
  if (config.isProduction) return [...lines, ''].join('\n')
  const hosts = [...config.SITES].filter(([, app]) => app !== config.APP).map(([host]) => host)
  if (hosts.length > 0) lines.splice(2, 0, `  Other brands   ${hosts.join(', ')}, port ${config.PORT}`)
  if (config.usesSandbox)
    lines.push(`  Sandbox        ${at(config.SANDBOX_PORT)}   test cards and how to pay with them`)
  if (config.showsMail) lines.push(`  Mail           ${at(config.MAIL_PORT)}   every email the shop has sent`)
  lines.push(
    '',
    '  Pay with card 4111 1111 1111 1111, any later expiry and any CVV; 4212 3456 7890 1237 asks for 3-D Secure (code 1234).',
    `  Coupons        ${[demoCodes.coupon, demoCodes.once, demoCodes.freight].map((one) => `${one.code} (${one.text})`).join(', ')}`,
    `  Gift cards     ${demoCodes.giftCard.code} (${demoCodes.giftCard.text}), ${demoCodes.giftCardNz.code} (${demoCodes.giftCardNz.text})`,
    `  Demo logins    ${demoLogins.map((login) => `${login.email} (${login.role})`).join(', ')}`,
    `                 password ${demoPassword}`,
    '',
  )
  return lines.join('\n')
}
