import { useState } from 'react'
import { Accordion } from '../display/accordion.tsx'
import { Field } from '../forms/field.tsx'
import { showsError } from '../forms/form-error.ts'
import { Heading } from '../display/heading.tsx'
import { Highlighted } from '../display/highlight.tsx'
import { controlIcons } from '../display/control-icons.ts'
import { detailIcons, Icon } from '../display/icons.tsx'
import { List } from '../display/list.tsx'
import { hideMessage } from '../overlays/message-end.ts'
import { showMessage } from '../overlays/message.ts'
import { Notice } from '../display/notice.tsx'
import { PageLinks } from '../navigation/page-links.tsx'
import { PageTabs } from '../navigation/page-tabs.tsx'
import { pagination, withPage } from '../navigation/pagination.ts'
import { Spinner } from '../display/spinner.tsx'
import { Stars } from '../display/stars.tsx'
import { truncated } from '../display/truncated.ts'
import { twelveHour } from '../display/twelve-hour.ts'
import { Row, State } from './gallery.tsx'

const questions = [
  { title: 'What happens on the day?', content: <p>We ring half an hour before we arrive.</p>, isOpen: true },
  { title: 'Can I change the day?', content: <p>Until noon of the day before, at no charge.</p> },
  {
    title: 'A long question that does not fit on one line of a phone and has to break somewhere, doesn’t it?',
    content: <p>It does, and the mark stays where it is.</p>,
  },
]

export function AccordionStates() {
  return (
    <>
      <State title="Several open">
        <Accordion groups={questions} />
      </State>
      <State title="One open">
        <Accordion groups={questions} oneOpen />
      </State>
    </>
  )
}

const sections = [
  { title: 'Description', uri: 'description', display: true },
  { title: 'Secrets', uri: 'secrets', display: false },
  { title: 'Dimensions', uri: 'dimensions', display: true },
  { title: 'Specifications', uri: 'specifications', display: true },
  { title: 'Reviews', uri: 'reviews', display: true },
]

export function PageTabsStates() {
  return (
    <State title="Over four sections">
      <div>
        <PageTabs items={sections} />
        {sections
          .filter((section) => section.display)
          .map(({ title, uri }) => (
            <section
              key={uri}
              id={uri}
              aria-label={title}
              style={{ minHeight: '120vh', scrollMarginTop: 40, outline: 'none' }}
            >
              <Heading level={3}>{title}</Heading>
            </section>
          ))}
      </div>
    </State>
  )
}

const nowhere = (page: number) => `#page-${page}`

export function PaginationStates() {
  const [list, setList] = useState(() => pagination({ totalItems: 220 }))
  return (
    <>
      {[1, 2, 5, 10].map((currentPage) => (
        <State key={currentPage} title={`Page ${currentPage} of 10`}>
          <PageLinks
            list={pagination({ totalItems: 240, currentPage })}
            address={nowhere}
            label={`At ${currentPage}`}
          />
        </State>
      ))}
      <State title="Two pages">
        <PageLinks list={pagination({ totalItems: 25 })} address={nowhere} label="Two pages" />
      </State>
      <State title="One page, and none: nothing">
        <PageLinks list={pagination({ totalItems: 24 })} address={nowhere} />
        <PageLinks list={pagination({ totalItems: 0 })} address={nowhere} />
      </State>
      <State title="Set by hand">
        <Row>
          <button type="button" className="button button--quiet" onClick={() => setList(withPage(list, 10))}>
            Page 10
          </button>
          <button type="button" className="button button--quiet" onClick={() => setList(withPage(list, 11))}>
            Page 11
          </button>
          <p role="status">{`Page ${list.currentPage} of ${list.totalItems} items`}</p>
        </Row>
      </State>
    </>
  )
}

const sizes = ['extra-large', 'large', 'default', 'small', 'extra-small'] as const
const items = ['Delivered and connected', 'The old one taken away', 'Two years of warranty, and longer if you like']

export function ListStates() {
  return (
    <>
      {(['tick', 'minus', 'number', 'decimal'] as const).map((mark) => (
        <State key={mark} title={`Marked by ${mark}`}>
          <Row>
            {sizes.map((size) => (
              <List key={size} items={items} mark={mark} size={size} label={`${mark}, ${size}`} />
            ))}
          </Row>
        </State>
      ))}
    </>
  )
}

const long =
  'A French door fridge with an ice maker, a drawer that changes its temperature and room for a family of six, in dark stainless steel, with a warranty of five years on the compressor and of two on everything else, delivered, unpacked and connected by two people on the day you choose, who take the old one away with them and leave nothing but the booklet'

export function HeadingStates() {
  return (
    <>
      <State title="Levels">
        <div>
          {([1, 2, 3, 4, 5, 6] as const).map((level) => (
            <Heading key={level} level={level}>{`Heading of level ${level}`}</Heading>
          ))}
        </div>
      </State>
      {([1, 2, 3, 4, 5] as const).map((lines) => (
        <State key={lines} title={`Cut after ${lines}`}>
          <div style={{ maxWidth: 340 }}>
            <Heading level={3} lines={lines}>
              {long}
            </Heading>
          </div>
        </State>
      ))}
    </>
  )
}

export function SpinnerStates() {
  return (
    <State title="Spinner">
      <Row>
        <Spinner size={20} label="Loading, small" />
        <Spinner />
        <Spinner size={64} label="Finding your order" />
      </Row>
    </State>
  )
}

export function MessageStates() {
  return (
    <>
      <State title="Error">
        <Row>
          <button
            type="button"
            className="button button--quiet"
            onClick={() => showMessage('error', 'We could not add it to your cart. Please try again.')}
          >
            Show an error
          </button>
          <button
            type="button"
            className="button button--quiet"
            onClick={() => showMessage('error', 'You are offline. What you typed is kept.', { keepAlive: true })}
          >
            Show an error that stays
          </button>
        </Row>
      </State>
      <State title="Success">
        <Row>
          <button
            type="button"
            className="button button--quiet"
            onClick={() => showMessage('success', 'Your address has been saved.')}
          >
            Show a success
          </button>
          <button
            type="button"
            className="button button--quiet"
            onClick={() => showMessage('success', 'Your details have been saved.', { keepAlive: true })}
          >
            Show a success that stays
          </button>
          <button type="button" className="button button--quiet" onClick={hideMessage}>
            Hide it
          </button>
        </Row>
      </State>
      <State title="Notices, which stay in their place">
        <Notice kind="error">The card was refused. Try another one.</Notice>
        <Notice kind="info">Prices of freight depend on where you are.</Notice>
        <Notice kind="success">You are on the list. We write when it is back.</Notice>
      </State>
    </>
  )
}

export function BackToTopStates() {
  return (
    <State title="Scroll down and up again">
      <div style={{ height: '300vh' }}>The button stands in the lower right corner of every page that is scrolled.</div>
    </State>
  )
}

export function PictureStates() {
  return (
    <State title="Pictures that are not there">
      <Row>
        <img src="/media/missing.svg" alt="Front of a fridge" width="200" height="200" />
        <img src="/media/drawings/none.svg" alt="The same, open" width="200" height="200" />
        <img src="/media/missing.svg" alt="Door of a fridge" width="120" height="120" />
      </Row>
    </State>
  )
}

export function TextStates() {
  return (
    <>
      <State title="Highlighted">
        <p>
          <Highlighted text="Front load washer and washer dryer" term="WASHER front" />
        </p>
      </State>
      <State title="Truncated after 84 characters, and after 20">
        <p>{truncated(long)}</p>
        <p>{truncated(long, 20)}</p>
      </State>
      <State title="Twelve hours">
        <p>{['00:30', '9:05', '12:15', '13:30', '24:00'].map(twelveHour).join(' · ')}</p>
      </State>
      <State title="Stars">
        <Stars value={4.5} of={5} label="Rated 4.5 out of 5" />
      </State>
    </>
  )
}

export function IconStates() {
  return (
    <State title="Icons">
      <Row>
        {[...controlIcons, ...detailIcons].map((name) => (
          <span key={name} style={{ display: 'grid', justifyItems: 'center', width: 72 }}>
            <Icon name={name} />
            <small>{name}</small>
          </span>
        ))}
      </Row>
    </State>
  )
}

export function FieldStates() {
  const [value, setValue] = useState('')
  const [isTouched, setIsTouched] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const errors = { required: value === '', email: value !== '' && !value.includes('@') }
  const control = { isTouched, isDirty: value !== '', errors }
  const shows = (rule: keyof typeof errors) => showsError(control, rule, { isSubmitted })
  return (
    <>
      <State title="An error that waits until it is due">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setIsSubmitted(true)
          }}
        >
          <Field
            id="email"
            label="Email"
            type="email"
            value={value}
            error={
              shows('required') ? 'Please enter your email' : shows('email') ? 'Please enter a valid email' : undefined
            }
            after={<button className="button">Send</button>}
            onChange={(event) => setValue(event.target.value)}
            onBlur={() => setIsTouched(true)}
          />
        </form>
      </State>
      <State title="States">
        <Field id="plain" label="With a hint" hint="As on the invoice" />
        <Field id="wrong" label="With an error" error="Please enter a valid postcode" defaultValue="20" />
        <Field id="off" label="Not to be changed" disabled defaultValue="2000" />
      </State>
    </>
  )
}

export function SkeletonStates() {
  return (
    <State title="Lines and boxes">
      <div role="status" style={{ display: 'grid', gap: 12, maxWidth: 480 }}>
        <span className="visually-hidden">Loading</span>
        <i className="skeleton" style={{ height: '1.2em', width: '70%' }} />
        <i className="skeleton" style={{ height: '1.2em' }} />
        <i className="skeleton" style={{ height: 160 }} />
      </div>
    </State>
  )
}
