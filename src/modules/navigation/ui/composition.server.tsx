import { renderToStaticMarkup } from 'react-dom/server'
import {
  formatPrice,
  logInForPriceText,
  callForPriceText,
  effectivePrice,
  isValidPrice,
} from '../../pricing/pricing.ts'
import { conditionLabels, productPath } from '../../catalogue/catalogue.ts'
import { offerOfCard, titleWithoutBrand, type Card } from '../../catalogue/product/card.ts'
import { newForDays } from '../../catalogue/product/ribbon.ts'
import type { Point } from '../../content/page-document.ts'
import type { Promotion } from '../../promotions/promotions.ts'
import { listingAddress, plainChoice } from '../../search/listing-query.ts'
import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import type { ShownBlock } from '../page-blocks.ts'
import { Heading, Showrooms, type Surroundings } from './showrooms.server.tsx'
import { countText } from '../../../platform/text/count-text.ts'

type Block = ShownBlock<Card, Promotion>
type Of<Type extends Block['type']> = Extract<Block, { readonly type: Type }>
type StaticType = 'feature' | 'room' | 'points' | 'conditions' | 'justIn' | 'fit' | 'showrooms'
export type StaticBlock = Of<StaticType>

const staticTypes: ReadonlySet<Block['type']> = new Set<StaticType>([
  'feature',
  'room',
  'points',
  'conditions',
  'justIn',
  'fit',
  'showrooms',
])

/** Whether a block needs no script, so that pages get it as markup. */
export const isStatic = (block: Block): block is StaticBlock => staticTypes.has(block.type)

/** The markup of a block that has no script; its style sheets are in composition/. */
export const compositionMarkup = (block: StaticBlock, around: Surroundings): string =>
  renderToStaticMarkup(<Composition block={block} {...around} />)

function Composition({ block, ...around }: { readonly block: StaticBlock } & Surroundings) {
  switch (block.type) {
    case 'feature':
      return <Feature block={block} {...around} />
    case 'room':
      return <Room block={block} {...around} />
    case 'points':
      return (
        <Opening block={block} {...around}>
          <Points look={block.look} points={block.points} />
        </Opening>
      )
    case 'conditions':
      return (
        <Opening block={block} {...around}>
          <Conditions groups={block.groups} {...around} />
        </Opening>
      )
    case 'fit':
      return (
        <Opening block={block} {...around}>
          <FitForm kinds={block.kinds} id={around.id} />
        </Opening>
      )
    case 'justIn':
      return <JustIn block={block} {...around} />
    case 'showrooms':
      return <Showrooms block={block} {...around} />
  }
}

/** A block that can open a page: words and content, beside a picture where it has one. */
function Opening({
  block,
  id,
  opens,
  children,
}: Surroundings & { readonly block: Of<'points' | 'conditions' | 'fit'>; readonly children: React.ReactNode }) {
  const picture = opens ? block.picture : null
  return (
    <section
      className={`composed composed-${block.type}`}
      data-look={block.type === 'points' ? block.look : undefined}
      data-opens={opens ? '' : undefined}
      data-pictured={picture === null ? undefined : ''}
      aria-labelledby={id}
    >
      <div className="page composed-words">
        <Heading id={id} opens={opens}>
          {block.title}
        </Heading>
        {block.text !== null && <p className="composed-text">{block.text}</p>}
        {children}
      </div>
      {/* After the words, as it stands on a phone: it would move once they have been read. */}
      {picture !== null && (
        <Picture
          className="composed-picture"
          src={picture.src}
          alt={picture.alt}
          sizes="(min-width: 975px) 56vw, 100vw"
          widest={900}
          loading="eager"
          fetchPriority="high"
        />
      )}
    </section>
  )
}

function Feature({ block, id, opens }: Surroundings & { readonly block: Of<'feature'> }) {
  const { title, body, picture, side, links } = block
  return (
    <section className="page composed composed-feature" data-side={side} aria-labelledby={id}>
      <Picture
        src={picture.src}
        alt={picture.alt}
        sizes={side === 'full' ? '(min-width: 1400px) 1320px, 96vw' : '(min-width: 768px) 58vw, 96vw'}
        widest={side === 'full' ? 1_320 : 860}
        loading={opens ? 'eager' : 'lazy'}
        fetchPriority={opens ? 'high' : undefined}
      />
      <div className="composed-words">
        <Heading id={id} opens={opens}>
          {title}
        </Heading>
        <CleanHtml html={body} className="composed-text" />
        {links.length > 0 && (
          <p className="composed-links">
            {links.map(({ title: text, uri }) => (
              <a key={uri} href={uri}>
                {text}
              </a>
            ))}
          </p>
        )}
      </div>
    </section>
  )
}

/** What one of a product costs, in words where there is no price to show. */
function priceText(card: Card, hidesPrices: boolean): string {
  if (hidesPrices) return logInForPriceText
  return isValidPrice(card.price) ? formatPrice(effectivePrice(offerOfCard(card))) : callForPriceText
}

function Room({ block, id, opens, hidesPrices }: Surroundings & { readonly block: Of<'room'> }) {
  const { title, text, picture, spots, isPackage } = block
  const prices = spots.map(({ product }) => product.price)
  const total = prices.every(isValidPrice)
    ? spots.reduce((sum, { product }) => sum + effectivePrice(offerOfCard(product)), 0)
    : null
  return (
    <section className="page composed composed-room" aria-labelledby={id}>
      <div className="composed-words">
        <Heading id={id} opens={opens}>
          {title}
        </Heading>
        {text !== null && <p className="composed-text">{text}</p>}
      </div>
      <div className="room">
        <div className="room-scene">
          <Picture
            src={picture.src}
            alt={picture.alt}
            sizes="(min-width: 1200px) 900px, 96vw"
            widest={900}
            loading={opens ? 'eager' : 'lazy'}
            fetchPriority={opens ? 'high' : undefined}
          />
          {spots.map(({ product, x, y }, at) => (
            <a
              key={product.sku}
              className="spot"
              href={productPath(product.uri)}
              style={{ left: `${x}%`, top: `${y}%` }}
              data-edge={x > 62 ? 'right' : x < 38 ? 'left' : undefined}
            >
              <span className="spot-mark" aria-hidden="true">
                {at + 1}
              </span>
              <span className="spot-tip">
                {product.title} <b>{priceText(product, hidesPrices)}</b>
              </span>
            </a>
          ))}
        </div>
        <div className="room-side">
          <ol className="room-list" aria-label={isPackage ? `In this package: ${title}` : `In this room: ${title}`}>
            {spots.map(({ product }) => (
              <li key={product.sku}>
                <a href={productPath(product.uri)}>
                  <Picture src={product.picture} alt="" width={64} height={64} />
                  <span>
                    <small>{product.brand}</small>
                    {titleWithoutBrand(product)}
                  </span>
                  <b>{priceText(product, hidesPrices)}</b>
                </a>
              </li>
            ))}
          </ol>
          {isPackage && total !== null && !hidesPrices && (
            <p className="room-total">
              {`${countText(spots.length, 'product')} together`} <b>{formatPrice(total)}</b>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

function Points({ look, points }: { readonly look: Of<'points'>['look']; readonly points: readonly Point[] }) {
  return (
    <ul className={look}>
      {points.map(({ title, text, uri }) => {
        const words = (
          <>
            <b>{title}</b>
            {text !== null && <span>{text}</span>}
          </>
        )
        return <li key={title}>{uri === null ? words : <a href={uri}>{words}</a>}</li>
      })}
    </ul>
  )
}

const conditionTexts: Readonly<Record<keyof typeof conditionLabels, string>> = {
  BrandNewRunout: 'The last of a model. New, in its box, with the full manufacturer warranty.',
  CosmeticImperfection: 'A scratch or dent that we show and describe. Works like new, under warranty.',
  BrandNew: 'Opened for display or returned unused. Checked by us.',
  NewCondition: 'Current models in their box.',
  Unavailable: '',
}

/** The list of what can be bought in a condition, which is what an outlet counts. */
const conditionAddress = (condition: keyof typeof conditionLabels): string =>
  listingAddress('/products', {
    ...plainChoice,
    filters: { condition: [condition], availability: ['available'] },
  })

function Conditions({ groups, id, opens }: Pick<Of<'conditions'>, 'groups'> & Surroundings) {
  const Level = opens ? 'h2' : 'h3'
  return (
    <ul className="conditions">
      {groups.map(({ condition, count, upToPercent, best }) => (
        <li key={condition}>
          <Level id={`${id}-${condition}`}>{conditionLabels[condition].text}</Level>
          <p className="conditions-figures">
            {upToPercent !== null && <strong>{`Up to ${upToPercent}% off`}</strong>}
            <a
              className="button button--quiet"
              href={conditionAddress(condition)}
              aria-describedby={`${id}-${condition}`}
            >
              {`See ${count === 1 ? 'the item' : `all ${countText(count, 'item')}`}`}
            </a>
          </p>
          <p className="composed-text">{conditionTexts[condition]}</p>
          <ul aria-labelledby={`${id}-${condition}`}>
            {best.map((card) => (
              <li key={card.sku}>
                <a href={productPath(card.uri)}>
                  <Picture src={card.picture} alt="" width={56} height={56} />
                  <span>{card.title}</span>
                  <b>{priceText(card, false)}</b>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

const measures = ['Width', 'Height', 'Depth', 'Air gap'] as const

/** Leads to the filter of a category's list, which reads four measures in this order (`readListingChoice`). */
function FitForm({ kinds, id }: Pick<Of<'fit'>, 'kinds'> & { readonly id: string }) {
  return (
    <form className="fit" method="get" action={kinds[0]?.uri} aria-labelledby={id}>
      <div className="fit-measures">
        {measures.map((label) => (
          <label key={label}>
            {`${label} (mm)`}
            <input
              name="space"
              type="text"
              inputMode="numeric"
              autoComplete="off"
              required
              pattern="[0-9]{1,5}"
              title="Millimetres, for example 900"
              defaultValue={label === 'Air gap' ? '20' : undefined}
            />
          </label>
        ))}
      </div>
      <p className="fit-kinds">
        {kinds.map(({ title, uri }, at) => (
          <button key={uri} className={at === 0 ? 'button' : 'button button--quiet'} formAction={uri}>
            {title}
          </button>
        ))}
      </p>
    </form>
  )
}

function JustIn({ block: { title, total, categories }, id, opens }: Surroundings & { readonly block: Of<'justIn'> }) {
  return (
    <section className="page composed composed-justIn" aria-labelledby={id}>
      <div className="composed-words">
        <Heading id={id} opens={opens}>
          {title}
        </Heading>
        <p className="composed-text">
          <a href="/products?sort=newest">{`${countText(total, 'new item')} in the last ${newForDays / 7} weeks`}</a>
        </p>
      </div>
      <ul className="just-in">
        {categories.map((one) => (
          <li key={one.uri}>
            <a href={`${one.uri}?sort=newest`}>
              <Picture src={one.picture} alt="" width={56} height={56} />
              <span>{one.title}</span>
              <b>
                {one.count}
                <span className="visually-hidden"> new</span>
              </b>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
