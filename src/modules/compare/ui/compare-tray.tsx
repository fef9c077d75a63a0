import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Brand } from '../../../brands/brands.ts'
import { blockChat } from '../../../ui/overlays/chat-blockers.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Icon } from '../../../ui/display/icons.tsx'
import { useStore } from '../../../ui/browser/store.ts'
import { comparisonPath, limitButton, limitTexts, limitTitle, maxCompared } from '../compare.ts'
import {
  barText,
  emptySlotText,
  isCompareRoute,
  isTrayHidden,
  lookupFailedText,
  shortBarText,
  trayTitle,
} from '../internal/tray.ts'
import { dismiss, expand, minimize, remove } from './compare-list.ts'
import { compareStore, type CompareState } from './compare-state.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './compare-tray.module.css'

type Rules = Pick<Brand, 'compareControl' | 'homeUsesPageBuilder'>

/** The compare tray, at the bottom of every page that is not about something else, with messages about adding to it. */
export default function CompareTray(rules: Rules) {
  const state = useStore(compareStore)
  const { pathname } = useLocation()

  useEffect(() => {
    if (isCompareRoute(pathname)) minimize()
  }, [pathname])

  if (state === null) return null
  const { notice, products } = state
  const isHidden = isTrayHidden(pathname, { count: products.length, ...rules })
  return (
    <>
      {notice === 'failed' && (
        <div role="alert" className={styles.failed}>
          {lookupFailedText}
          <button type="button" aria-label="Close" onClick={dismiss}>
            <Icon name="close" size={20} />
          </button>
        </div>
      )}
      {notice === 'full' && (
        <Dialog title={limitTitle} onClose={dismiss}>
          <div className={styles.limit}>
            <p>{limitTexts[rules.compareControl]}</p>
            <button type="button" className="button" onClick={dismiss}>
              {limitButton}
            </button>
          </div>
        </Dialog>
      )}
      {!isHidden && <Tray {...state} />}
    </>
  )
}

function Tray({ products, isMinimized }: CompareState) {
  const navigate = useNavigate()
  const bar = useRef<HTMLButtonElement>(null)
  const hide = useRef<HTMLButtonElement>(null)
  /** The button that takes the place of the one that was pressed. */
  const next = useRef<typeof bar | null>(null)

  useEffect(() => (isMinimized ? undefined : blockChat('compare')), [isMinimized])
  useEffect(() => {
    next.current?.current?.focus()
    next.current = null
  }, [isMinimized])

  return (
    <section className={styles.tray} data-minimized={isMinimized} aria-label="Products to compare">
      {isMinimized ? (
        <button
          ref={bar}
          type="button"
          className={styles.bar}
          aria-expanded="false"
          onClick={() => {
            next.current = hide
            expand()
          }}
        >
          <span className={styles.long}>{barText(products.length)}</span>
          <span className={styles.short}>{shortBarText}</span>
          <Icon name="chevron" size={18} />
        </button>
      ) : (
        <div className={`page ${styles.panel}`}>
          <ul className={styles.boxes}>
            {Array.from({ length: maxCompared }, (_, at) => {
              const product = products[at]
              return product === undefined ? (
                <li key={at} className={styles.empty}>
                  {emptySlotText}
                </li>
              ) : (
                <li key={product.productSKU} className={styles.box}>
                  {product.productImage !== '' && (
                    <Picture src={product.productImage} alt="" width={56} height={56} loading="eager" />
                  )}
                  {product.brandImage !== '' && (
                    <Picture src={product.brandImage} alt="" width={56} height={56} loading="eager" />
                  )}
                  <span>{trayTitle(product.productName)}</span>
                  <button
                    type="button"
                    aria-label={`Remove ${product.productName}`}
                    onClick={() => {
                      remove(product.productSKU)
                      hide.current?.focus()
                    }}
                  >
                    <Icon name="close" size={16} />
                  </button>
                </li>
              )
            })}
          </ul>
          <div className={styles.actions}>
            <button
              type="button"
              className="button"
              disabled={products.length < 2}
              aria-describedby={products.length < 2 ? 'compare-why' : undefined}
              onClick={() => void navigate(comparisonPath(products.map((one) => one.productSKU)))}
            >
              Compare Selected
            </button>
            <button
              ref={hide}
              type="button"
              className={`link-button ${styles.hide}`}
              aria-expanded="true"
              onClick={() => {
                next.current = bar
                minimize()
              }}
            >
              Hide
            </button>
            {products.length < 2 && (
              <p id="compare-why" className={styles.why}>
                Choose one more to compare
              </p>
            )}
          </div>
        </div>
      )}
      <p role="status" className="visually-hidden">
        {`${products.length} of ${maxCompared} products to compare`}
      </p>
    </section>
  )
}
