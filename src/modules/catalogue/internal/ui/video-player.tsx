import { useEffect, useRef } from 'react'
import type { ProductVideo } from '../../product/product-media.ts'
import styles from './video-player.module.css'

/** A video that was asked for: it plays at once, with captions, and stops when it leaves the sight. */
export default function VideoPlayer({ video, isInSight }: { video: ProductVideo; isInSight: boolean }) {
  const player = useRef<HTMLVideoElement>(null)
  useEffect(() => player.current?.focus(), [])
  useEffect(() => {
    if (!isInSight) player.current?.pause()
  }, [isInSight])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a silent video has none
    <video
      ref={player}
      className={styles.player}
      src={video.src}
      poster={video.poster ?? undefined}
      aria-label={video.title}
      controls
      autoPlay
      playsInline
    >
      {video.captions !== null && <track kind="captions" src={video.captions} srcLang="en" label="English" default />}
      <a href={video.src}>{video.title}</a>
    </video>
  )
}
