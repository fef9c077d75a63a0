import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import { Heading } from '../../../ui/display/heading.tsx'
import { PageLinks } from '../../../ui/navigation/page-links.tsx'
import type { Pagination } from '../../../ui/navigation/pagination.ts'
import { blogPath, type BlogPost, type BlogSummary } from '../content.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './blog-page.module.css'

/** Posts of a topic or all of them, newest first. */
export function BlogPage({
  items,
  list,
  tag,
  topics,
}: {
  items: readonly BlogSummary[]
  list: Pagination
  tag: string | null
  topics: readonly string[]
}) {
  const address = (requested: number) => {
    const query = new URLSearchParams({
      ...(tag === null ? {} : { topic: tag }),
      ...(requested === 1 ? {} : { page: String(requested) }),
    })
    return query.size === 0 ? '/blog' : `/blog?${query}`
  }
  return (
    <div className={`page ${styles.page}`}>
      <h1>{tag ?? 'Blog'}</h1>
      {topics.length > 0 && (
        <nav aria-label="Topics" className={styles.topics}>
          <a href="/blog" aria-current={tag === null ? 'page' : undefined}>
            All
          </a>
          {topics.map((one) => (
            <a
              key={one}
              href={`/blog?${new URLSearchParams({ topic: one })}`}
              aria-current={tag === one ? 'page' : undefined}
            >
              {one}
            </a>
          ))}
        </nav>
      )}
      {items.length === 0 ? <p>No posts yet. Please check back soon.</p> : <Posts posts={items} level={2} />}
      <PageLinks list={list} address={address} />
    </div>
  )
}

/** One post, and others to read after it. */
export function BlogPostPage({ post, more }: { post: BlogPost; more: readonly BlogSummary[] }) {
  return (
    <div className={`page ${styles.page}`}>
      <article className={styles.post}>
        <header>
          <h1>{post.title}</h1>
          <p className={styles.by}>
            {post.author}, <Published at={post.publishedAt} />
          </p>
          <p className={styles.summary}>{post.summary}</p>
        </header>
        {post.heroImage !== null && (
          <Picture
            className={styles.hero}
            src={post.heroImage.src}
            alt={post.heroImage.alt}
            sizes="(max-width: 800px) 100vw, 800px"
            widest={800}
            loading="eager"
            fetchPriority="high"
          />
        )}
        <CleanHtml html={post.body} className={styles.body} />
        {post.tags.length > 0 && (
          <p className={styles.topics}>
            {post.tags.map((tag) => (
              <a key={tag} href={`/blog?${new URLSearchParams({ topic: tag })}`}>
                {tag}
              </a>
            ))}
          </p>
        )}
      </article>
      {more.length > 0 && (
        <section className={styles.more} aria-labelledby="more-posts">
          <h2 id="more-posts">Read more</h2>
          <Posts posts={more} level={3} />
        </section>
      )}
    </div>
  )
}

function Posts({ posts, level }: { posts: readonly BlogSummary[]; level: 2 | 3 }) {
  return (
    <div className={styles.posts}>
      {posts.map(({ slug, title, summary, publishedAt, heroImage, tags }) => (
        <article key={slug} className={styles.card}>
          <Picture src={heroImage?.src ?? '/media/placeholder.svg'} alt="" width={320} height={240} />
          <Heading level={level} lines={3}>
            <a href={blogPath(slug)}>{title}</a>
          </Heading>
          <p>{summary}</p>
          <p className={styles.by}>
            <Published at={publishedAt} />
            {tags.length > 0 && ` · ${tags.join(', ')}`}
          </p>
        </article>
      ))}
    </div>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

const Published = ({ at }: { at: string }) => <time dateTime={at}>{dayFormat.format(new Date(at))}</time>
