import { createHash } from 'node:crypto'
import type { ReceivedPage } from '../../modules/payments/payment-scripts.ts'

type Script = ReceivedPage['scripts'][number]

/** A page with its scripts, those of its import map included, fetched as a browser gets them, for the tamper check. */
export async function receivedPage(address: string, get: typeof fetch = fetch): Promise<ReceivedPage> {
  const answer = await get(address, { redirect: 'manual' })
  const html = await answer.text()
  const scripts: Script[] = []
  const fetched = async (src: string, integrity: string | null): Promise<Script> => {
    if (!src.startsWith('/') || src.startsWith('//')) return { src, integrity, digest: null }
    const file = await get(new URL(src, address), { redirect: 'manual' })
    return { src, integrity, digest: digestOf(Buffer.from(await file.arrayBuffer())) }
  }
  for (const element of html.split(/<script(?=[\s>/])/i).slice(1)) {
    const attributes = element.slice(0, element.indexOf('>'))
    const [content = ''] = element.slice(element.indexOf('>') + 1).split(/<\/script/i)
    const type = attributeOf(attributes, 'type')
    // Data, which a browser does not run.
    if (type === 'application/json' || type === 'application/ld+json') continue
    const src = attributeOf(attributes, 'src')
    if (src === null) scripts.push({ src: 'inline', integrity: null, digest: digestOf(content) })
    else scripts.push(await fetched(src, attributeOf(attributes, 'integrity')))
    if (type === 'importmap')
      for (const [path, integrity] of integrityEntries(content)) scripts.push(await fetched(path, integrity))
  }
  for (const [, attributes = ''] of html.matchAll(/<link\b([^<>]*)>/gi)) {
    const href = attributeOf(attributes, 'href')
    if (href !== null && attributeOf(attributes, 'rel') === 'modulepreload')
      scripts.push(await fetched(href, attributeOf(attributes, 'integrity')))
  }
  return {
    status: answer.status,
    isHttps: new URL(address).protocol === 'https:',
    headers: Object.fromEntries(answer.headers),
    scripts,
  }
}

function integrityEntries(importMap: string): [string, string][] {
  try {
    const { integrity } = JSON.parse(importMap) as { integrity?: Record<string, string> }
    return Object.entries(integrity ?? {})
  } catch {
    // Its digest is compared all the same.
    return []
  }
}

const attributePatterns = {
  type: /\stype="([^"]*)"/i,
  src: /\ssrc="([^"]*)"/i,
  href: /\shref="([^"]*)"/i,
  rel: /\srel="([^"]*)"/i,
  integrity: /\sintegrity="([^"]*)"/i,
} as const

const attributeOf = (attributes: string, name: keyof typeof attributePatterns): string | null =>
  attributePatterns[name].exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? null

const digestOf = (bytes: Buffer | string): string => `sha256-${createHash('sha256').update(bytes).digest('base64')}`
